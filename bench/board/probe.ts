/** The probe in a measured page, as `benchProbe`. Times are in milliseconds since navigation. */
interface Probe {
  /** When the first row was painted; null until then. */
  firstRowAt: number | null
  /** Tasks of more than 50 ms. */
  longTasks: { at: number; duration: number }[]
  /** From an input to the end of the next painted frame. */
  paints: { type: string; at: number; duration: number }[]
  /** Starts to look for the first row. */
  watchFirstRow(): void
  /** Scrolls by a number of pixels per frame; returns the duration of each frame. */
  scroll(pixels: number, frames: number): Promise<number[]>
}

declare global {
  interface Window {
    benchProbe: Probe
  }
}

/** Rows of data in either table, without spacers and headers. */
export const rowSelector = 'tbody tr[aria-rowindex]'

/** Runs in the page before its scripts, so it cannot use other code of this file. */
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
  // A message posted in a frame arrives after the frame has been submitted for painting.
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
