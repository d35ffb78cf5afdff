/** What stands in a measured page as `benchProbe`. Every time is in milliseconds since the page's navigation began. */
interface Probe {
  /** The frame in which the first row was painted; null until then. */
  firstRowAt: number | null
  /** Tasks of more than 50 ms. */
  longTasks: { at: number; duration: number }[]
  /** From a key or a click to the end of the next frame that was painted. */
  paints: { type: string; at: number; duration: number }[]
  /** Looks for the first row from now on. */
  watchFirstRow(): void
  /** Scrolls by so many pixels in each of so many frames; how long each frame took. */
  scroll(pixels: number, frames: number): Promise<number[]>
}

declare global {
  interface Window {
    benchProbe: Probe
  }
}

/** A row of either table that is a person: gaps and heads have other marks. */
export const rowSelector = 'tbody tr[aria-rowindex]'

/** Runs in the page before any script of it, so it can use nothing from outside of itself. */
export function installProbe(selector: string): void {
  const probe: Probe = {
    firstRowAt: null,
    longTasks: [],
    paints: [],
    watchFirstRow() {
      probe.firstRowAt = null
      const look = () => {
        if (!document.querySelector(selector)) requestAnimationFrame(look)
        else afterFrame(at => (probe.firstRowAt = at))
      }
      requestAnimationFrame(look)
    },
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
  // A message that is sent from a frame is heard when the frame has been handed over for painting.
  const afterFrame = (tell: (at: number) => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => tell(performance.now())
    channel.port2.postMessage(null)
  }
  new PerformanceObserver(entries => {
    for (const { startTime, duration } of entries.getEntries()) {
      probe.longTasks.push({ at: startTime, duration })
    }
  }).observe({ type: 'longtask', buffered: true })
  for (const type of ['keydown', 'click']) {
    addEventListener(
      type,
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          afterFrame(at => probe.paints.push({ type, at: timeStamp, duration: at - timeStamp })),
        ),
      { capture: true },
    )
  }
  window.benchProbe = probe
  probe.watchFirstRow()
}
