import { useEffect, useReducer } from 'react'
import { clock } from '../../lib/clock'
import { serverClock } from '../../lib/server-clock'

const minute = 60_000
/** The time left counts whole seconds, rounded up. */
const second = 1000
/** A timer may fire a little early. */
const late = 20

/**
 * The server's time in milliseconds for whoever shows minutes: new with each minute of the day and each minute left until the
 * given moments, at these moments, and when the person comes back to the tab.
 */
export const useExamMinute = (moments: readonly (number | null)[]): number => {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const now = serverClock.now()
  const ahead = moments.flatMap(moment => (moment !== null && moment > now ? [moment - now] : []))
  const steps = ahead.map(left => (left % minute) + second)
  const wait = Math.min(minute - (now % minute), ...steps, ...ahead) + late
  // Planned anew with each showing, because what is shown says when it is out of date.
  useEffect(() => clock.after(wait, tick))
  useEffect(() => {
    document.addEventListener('visibilitychange', tick)
    return () => document.removeEventListener('visibilitychange', tick)
  }, [])
  return now
}
