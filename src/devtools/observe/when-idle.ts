import { clock } from '../../lib/clock'

/** Calls back when the page has nothing else to do; Safari has no idle moments of its own. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else clock.after(50, work)
}
