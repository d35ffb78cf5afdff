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
  /** Event timings from input to next paint; `interaction` is 0 for other events. */
  events: { name: string; at: number; duration: number; interaction: number }[]
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
  const probe: PageProbe = {
    readyAt: null,
    contentAt: null,
    largestPaintAt: Number.NaN,
    shifts: 0,
    shifted: [],
    longTasks: [],
    events: [],
  }
  window.pageProbe = probe

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
  const look = () => {
    const first = probe.readyAt === null && document.querySelector(ready)
    if (first && isTakenOver(first)) probe.readyAt = performance.now()
    const shown = probe.contentAt === null && document.querySelector(content)
    if (shown && shown.getClientRects().length > 0) probe.contentAt = performance.now()
    if (probe.readyAt === null || probe.contentAt === null) requestAnimationFrame(look)
    else window.pageStands?.('')
  }
  requestAnimationFrame(look)

  const watch = (type: string, options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('longtask', {}, ({ startTime, duration }) => probe.longTasks.push({ at: startTime, duration }))
  watch('largest-contentful-paint', {}, ({ startTime }) => {
    probe.largestPaintAt = startTime
  })
  watch('layout-shift', {}, entry => {
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
  watch('event', { durationThreshold: 16 } as PerformanceObserverInit, entry => {
    const { name, startTime, duration, interactionId } = entry as PerformanceEventTiming & {
      interactionId: number
    }
    probe.events.push({ name, at: startTime, duration, interaction: interactionId })
  })
}
