/** How the page reacted to an input, in milliseconds. */
export interface Reaction {
  /** From the input to the next painted frame, for the slowest event (like Interaction to Next Paint). */
  paint: number
  /** From the last input to the frame that shows the expected effect. */
  result: number
  /** The longest task until the page was quiet again; 0 if none took 50 ms. */
  task: number
}

/** The probe in a measured page, as `pageProbe`. Times are in milliseconds since navigation. */
interface PageProbe {
  /** When React had hydrated the first control; null until then. */
  readyAt: number | null
  /** When the main content was painted; null until then. */
  contentAt: number | null
  largestPaintAt: number
  /** Cumulative Layout Shift. */
  shifts: number
  /** The shifted elements. */
  shifted: string[]
  longTasks: { at: number; duration: number }[]
  /** Measures `contentAt` again, after a navigation to another page. */
  watchContent(): void
  /** Call before the input: from then on, each frame with a change checks whether `isDone(...args)`. */
  expect(isDone: (...args: string[]) => boolean, args: readonly string[]): void
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
    /** Called when the page is interactive and its content visible. A CDP binding, which takes one string. */
    reportPageReady?: (payload: string) => void
  }
}

/** CSS selectors of what to wait for. */
export interface Marks {
  /** The first control: a field, a link. */
  ready: string
  /** The main content. */
  content: string
}

/** Runs in the page, before its scripts; it is sent as source text, so it can't use other code of this file. */
export function installPageProbe({ ready, content }: Marks): void {
  /** React's internal property names. */
  interface Fiber {
    return: Fiber | null
    child: Fiber | null
    sibling: Fiber | null
    stateNode: unknown
  }
  // Elements get their `__reactFiber$` property early in the hydration, but are interactive only once their fiber
  // is in the committed tree.
  const isHydrated = (element: Element): boolean => {
    const key = Object.keys(element).find(name => name.startsWith('__reactFiber$'))
    if (key === undefined) return false
    let root = (element as unknown as Record<string, Fiber>)[key]
    while (root?.return) root = root.return
    const { current } = (root?.stateNode ?? {}) as { current?: Fiber }
    const stack = [current]
    for (let fiber = stack.pop(); fiber; fiber = stack.pop()) {
      if (fiber.stateNode === element) return true
      if (fiber.sibling) stack.push(fiber.sibling)
      if (fiber.child) stack.push(fiber.child)
    }
    return false
  }
  // A user-blocking task posted in a frame runs right after the frame is submitted for painting. A MessageChannel task
  // would run after React's own and measure that too.
  const afterFrame = (report: (at: number) => void) =>
    void scheduler.postTask(() => report(performance.now()), { priority: 'user-blocking' })
  const checkReady = () => {
    const first = probe.readyAt === null && document.querySelector(ready)
    if (first && isHydrated(first)) probe.readyAt = performance.now()
    const shown = probe.contentAt === null && document.querySelector(content)
    if (shown && shown.getClientRects().length > 0)
      afterFrame(at => {
        probe.contentAt ??= at
      })
    if (probe.readyAt === null || probe.contentAt === null) requestAnimationFrame(checkReady)
    else window.reportPageReady?.('')
  }

  let inputs: { at: number; paint: number }[] = []
  let effectAt: number | null = null
  const QUIET_MS = 400
  const TIMEOUT_MS = 30_000
  let elementCount = 0
  let countChangedAt = 0
  const reactionSince = (start: number): Reaction | null => {
    const now = performance.now()
    // A long list that renders in steps isn't complete while the number of elements changes.
    const { length } = document.getElementsByTagName('*')
    if (length !== elementCount) countChangedAt = now
    elementCount = length
    const tasks = probe.longTasks.filter(({ at, duration }) => at + duration >= start)
    const isBusy = tasks.some(({ at, duration }) => now - at - duration < QUIET_MS)
    if (inputs.length === 0 || effectAt === null || now - effectAt < QUIET_MS || isBusy) return null
    if (now - countChangedAt < QUIET_MS) return null
    const inputsBefore = inputs.filter(({ at }) => at <= (effectAt ?? 0))
    return {
      paint: Math.max(...inputs.map(({ paint }) => paint)),
      result: effectAt - Math.max(...inputsBefore.map(({ at }) => at)),
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
      requestAnimationFrame(checkReady)
    },
    expect(isDone, args) {
      inputs = []
      effectAt = null
      let hasChanged = true
      const changes = new MutationObserver(() => {
        hasChanged = true
      })
      changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      // Querying a long page takes milliseconds, so only after a change, and after the paint has been recorded.
      const check = () =>
        afterFrame(at =>
          afterFrame(() => {
            const isNow = hasChanged && isDone(...args)
            hasChanged = false
            if (isNow) {
              effectAt = at
              changes.disconnect()
            } else requestAnimationFrame(check)
          }),
        )
      requestAnimationFrame(check)
    },
    countEntries: list =>
      document.querySelector('table')?.ariaRowCount ?? String(document.querySelectorAll(list).length),
    reaction: () =>
      new Promise((resolve, reject) => {
        const start = Math.min(...inputs.map(({ at }) => at))
        const since = performance.now()
        const check = () => {
          const reaction = reactionSince(start)
          if (reaction) resolve(reaction)
          else if (performance.now() - since > TIMEOUT_MS) reject(new Error('The input had no effect.'))
          else setTimeout(check, 100)
        }
        check()
      }),
    scroll: (pixels, frames) =>
      new Promise(resolve => {
        const durations: number[] = []
        let previous: number | null = null
        const step = (now: number) => {
          if (previous !== null) durations.push(now - previous)
          previous = now
          if (durations.length === frames) return resolve(durations)
          scrollBy({ top: pixels, behavior: 'instant' })
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  }
  window.pageProbe = probe
  requestAnimationFrame(checkReady)

  // The timeStamp of a click is when the button was released.
  for (const type of ['keydown', 'pointerdown', 'click']) {
    const recordPaint = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => afterFrame(at => inputs.push({ at: timeStamp, paint: at - timeStamp })))
    addEventListener(type, recordPaint, { capture: true })
  }
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(record)).observe({ type, buffered: true })
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
      probe.shifted.push(element?.outerHTML.slice(0, 120) ?? 'a removed element')
    }
  })
}
