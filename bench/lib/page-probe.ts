/** What an input led to, in milliseconds. */
export interface Reaction {
  /** From the input to the end of the next painted frame; the slowest event of the interaction. */
  paint: number
  /** From the last input to the frame that shows the expected effect. */
  result: number
  /** The longest task until the page was quiet again; 0 for less than 50 ms. */
  task: number
}

/** The probe in a measured page, as `pageProbe`. Times are in milliseconds since navigation. */
interface PageProbe {
  /** When React had hydrated the first control; null until then. */
  readyAt: number | null
  /** When the main content was painted; null until then. */
  contentAt: number | null
  largestPaintAt: number
  /** Cumulative layout shift without input. */
  shifts: number
  /** The shifted elements. */
  shifted: string[]
  longTasks: { at: number; duration: number }[]
  /** Starts to look for the content of another page. */
  watchContent(): void
  /** Starts to look for the effect of the next input. */
  expect(isDone: (...about: string[]) => boolean, about: readonly string[]): void
  /** The number of entries of a list; a virtualized table states it in `aria-rowcount`. */
  countEntries(list: string): string
  /** Resolves once the expected effect is painted and the page is quiet; rejects after 30 seconds. */
  reaction(): Promise<Reaction>
  /** Scrolls by a number of pixels per frame; returns the duration of each frame. */
  scroll(pixels: number, frames: number): Promise<number[]>
}

declare global {
  interface Window {
    pageProbe: PageProbe
    /** Called when the page is interactive and its content visible; set by the waiting code. */
    pageStands?: (nothing: string) => void
  }
}

/** CSS selectors of what to wait for. */
export interface Marks {
  /** The first control: a field, a link. */
  ready: string
  /** The main content. */
  content: string
}

/** Runs in the page before its scripts, so it cannot use other code of this file. */
export function installPageProbe({ ready, content }: Marks): void {
  /** React's internal property names. */
  interface Fiber {
    return: Fiber | null
    child: Fiber | null
    sibling: Fiber | null
    stateNode: unknown
  }
  // During hydration, elements have React's marks before they are interactive; only those in the committed
  // tree are.
  const isTakenOver = (element: Element): boolean => {
    const key = Object.keys(element).find(name => name.startsWith('__reactFiber$'))
    if (key === undefined) return false
    let top = (element as unknown as Record<string, Fiber>)[key]
    while (top?.return) top = top.return
    const { current } = (top?.stateNode ?? {}) as { current?: Fiber }
    const waiting = [current]
    for (let fiber = waiting.pop(); fiber; fiber = waiting.pop()) {
      if (fiber.stateNode === element) return true
      if (fiber.sibling) waiting.push(fiber.sibling)
      if (fiber.child) waiting.push(fiber.child)
    }
    return false
  }
  // A task of this priority, posted in a frame, runs as soon as the frame has been submitted for painting: before
  // React's own task, which a message would wait for.
  const afterFrame = (report: (at: number) => void) =>
    void scheduler.postTask(() => report(performance.now()), { priority: 'user-blocking' })
  const look = () => {
    const first = probe.readyAt === null && document.querySelector(ready)
    if (first && isTakenOver(first)) probe.readyAt = performance.now()
    const shown = probe.contentAt === null && document.querySelector(content)
    if (shown && shown.getClientRects().length > 0)
      afterFrame(at => {
        probe.contentAt ??= at
      })
    if (probe.readyAt === null || probe.contentAt === null) requestAnimationFrame(look)
    else window.pageStands?.('')
  }

  let inputs: { at: number; paint: number }[] = []
  let effectAt: number | null = null
  const untilQuiet = 400
  const longest = 30_000
  let elements = 0
  let changedAt = 0
  const reactionSince = (start: number): Reaction | null => {
    const now = performance.now()
    // Long lists grow in steps.
    const { length } = document.getElementsByTagName('*')
    if (length !== elements) changedAt = now
    elements = length
    const tasks = probe.longTasks.filter(({ at, duration }) => at + duration >= start)
    const isBusy = tasks.some(({ at, duration }) => now - at - duration < untilQuiet)
    if (inputs.length === 0 || effectAt === null || now - effectAt < untilQuiet || isBusy) return null
    if (now - changedAt < untilQuiet) return null
    const before = inputs.filter(({ at }) => at <= (effectAt ?? 0))
    return {
      paint: Math.max(...inputs.map(({ paint }) => paint)),
      result: effectAt - Math.max(...before.map(({ at }) => at)),
      task: Math.max(0, ...tasks.map(({ duration }) => duration)),
    }
  }

  const probe: PageProbe = {
    readyAt: null,
    contentAt: null,
    largestPaintAt: Number.NaN,
    shifts: 0,
    shifted: [],
    longTasks: [],
    watchContent() {
      probe.contentAt = null
      requestAnimationFrame(look)
    },
    expect(isDone, about) {
      inputs = []
      effectAt = null
      const check = () => {
        if (isDone(...about))
          afterFrame(at => {
            effectAt = at
          })
        else requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    },
    countEntries: list =>
      document.querySelector('table')?.ariaRowCount ?? String(document.querySelectorAll(list).length),
    reaction: () =>
      new Promise((done, fail) => {
        const start = Math.min(...inputs.map(({ at }) => at))
        const since = performance.now()
        const check = () => {
          const reaction = reactionSince(start)
          if (reaction) done(reaction)
          else if (performance.now() - since > longest) fail(new Error('The input had no effect.'))
          else setTimeout(check, 100)
        }
        check()
      }),
    scroll: (pixels, frames) =>
      new Promise(done => {
        const lengths: number[] = []
        let before: number | null = null
        const step = (now: number) => {
          if (before !== null) lengths.push(now - before)
          before = now
          if (lengths.length === frames) return done(lengths)
          scrollBy({ top: pixels, behavior: 'instant' })
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  }
  window.pageProbe = probe
  requestAnimationFrame(look)

  // A click has the time of the released button.
  for (const type of ['keydown', 'pointerdown', 'click']) {
    const note = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => afterFrame(at => inputs.push({ at: timeStamp, paint: at - timeStamp })))
    addEventListener(type, note, { capture: true })
  }
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('longtask', ({ startTime, duration }) => probe.longTasks.push({ at: startTime, duration }))
  observe('largest-contentful-paint', ({ startTime }) => {
    probe.largestPaintAt = startTime
  })
  observe('layout-shift', entry => {
    const shift = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    if (shift.hadRecentInput) return
    probe.shifts += shift.value
    for (const { node } of shift.sources) {
      const element = node instanceof Element ? node : node?.parentElement
      probe.shifted.push(element?.outerHTML.slice(0, 120) ?? 'what is gone')
    }
  })
}
