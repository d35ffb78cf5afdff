import { clock } from './clock'
import { firstPageReady } from './hydration'

/** Limit for pages that poll or never become ready. */
const MAX_WAIT_MS = 15_000

/**
 * Runs low-priority work once the first page is ready and the network has been quiet for `quietMs`, so that prefetches
 * don't compete with visible content. Returns the cancel function.
 */
export const runWhenIdle = (run: () => void, quietMs = 3000): (() => void) => {
  let lastAt = clock.elapsed()
  const observer = new PerformanceObserver(() => {
    lastAt = clock.elapsed()
  })
  observer.observe({ type: 'resource' })
  let cancelCheck = () => {}
  const stop = () => {
    cancelCheck()
    stopWaiting()
    observer.disconnect()
  }
  const end = () => {
    stop()
    run()
  }
  const check = () => {
    const left = lastAt + quietMs - clock.elapsed()
    if (left <= 0) return end()
    cancelCheck = clock.after(left, check)
  }
  const stopWaiting = clock.after(MAX_WAIT_MS, end)
  let isWanted = true
  void firstPageReady.then(() => {
    if (!isWanted) return
    lastAt = clock.elapsed()
    check()
  })
  return () => {
    isWanted = false
    stop()
  }
}

/** Only Chromium has it: https://developer.mozilla.org/docs/Web/API/NetworkInformation */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Elsewhere the response time of the document decides. */
const isConnectionFast = (): boolean => {
  const { saveData, effectiveType } = (navigator as { connection?: NetworkInformation }).connection ?? {}
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isSlow = effectiveType ? effectiveType !== '4g' : page && page.responseStart - page.requestStart > 300
  return !saveData && !isSlow
}

/** Like `runWhenIdle`, but never on a slow connection or if the user saves data. */
export const prefetchWhenIdle = (run: () => void): (() => void) =>
  runWhenIdle(() => isConnectionFast() && run())

/** So that the feedback to a user's action shows first (https://web.dev/articles/optimize-inp). */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => {
    clock.after(0, run)
  })
}
