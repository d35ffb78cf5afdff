import { clock } from '../../lib/clock'

/** `requestIdleCallback`, or a timer in Safari. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else clock.after(50, work)
}
