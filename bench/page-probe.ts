/** What stands in a measured page as `pageProbe`. Every time is in milliseconds since the page's navigation began. */
interface PageProbe {
  /** When React had taken over what is used first, so that it answers; null until then. */
  readyAt: number | null
  /** The frame in which what the page is for was there; null until then. */
  contentAt: number | null
  largestPaintAt: number
  /** Sum of the layout shifts that no input has caused. */
  shifts: number
  /** What was shifted, for whoever looks for the cause. */
  shifted: string[]
  longTasks: { at: number; duration: number }[]
  /** What the browser itself has timed from input to the next paint; `interaction` is 0 for events that are none. */
  events: { name: string; at: number; duration: number; interaction: number }[]
}

declare global {
  interface Window {
    pageProbe: PageProbe
    /** Called when the page answers and what it is for is there; whoever waits for that lays it. */
    pageStands?: (nothing: string) => void
  }
}

/** What to look for in a page, as CSS selectors. */
export interface Marks {
  /** What is used first: a field, a link. */
  ready: string
  /** What the page is for. */
  content: string
}

/** Runs in the page before any script of it, so it can use nothing from outside of itself. */
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

  /** What React keeps of an element or of a part of its tree; the names are the same in every build of it. */
  interface Fiber {
    return: Fiber | null
    child: Fiber | null
    sibling: Fiber | null
    stateNode: unknown
  }
  // While React takes over HTML that stands already, elements have its marks before they answer: only what is in the tree
  // that it has committed does.
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
