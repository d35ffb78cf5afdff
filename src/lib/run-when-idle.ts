import { clock } from './clock'
import { firstPage } from './first-page'

/** A page that asks again and again, or one that never comes, is not waited for longer, in milliseconds. */
const patience = 15_000

/**
 * Runs work that nobody waits for once the visit's page stands and its network has been quiet for three seconds, so that
 * what is fetched ahead never takes the way of what is shown. Work on a page that comes later waits in the same way.
 * @param rest milliseconds for which nothing may have come
 * @returns gives the work up
 */
export const runWhenIdle = (run: () => void, rest = 3000): (() => void) => {
  let lastAt = clock.elapsed()
  const watch = new PerformanceObserver(() => {
    lastAt = clock.elapsed()
  })
  watch.observe({ type: 'resource' })
  let stopLooking = () => {}
  const stop = () => {
    stopLooking()
    stopWaiting()
    watch.disconnect()
  }
  const end = () => {
    stop()
    run()
  }
  const look = () => {
    const left = lastAt + rest - clock.elapsed()
    if (left <= 0) return end()
    stopLooking = clock.after(left, look)
  }
  const stopWaiting = clock.after(patience, end)
  let isWanted = true
  void firstPage.then(() => {
    if (!isWanted) return
    lastAt = clock.elapsed()
    look()
  })
  return () => {
    isWanted = false
    stop()
  }
}
