import { useEffect, useState } from 'react'
import { clock } from './clock'
import { serverClock } from './server-clock'

const SECOND_MS = 1000
/** Timers may fire slightly early. */
const TIMER_SLACK_MS = 5

const getWholeSecond = (): number => Math.floor(serverClock.now() / SECOND_MS) * SECOND_MS

/**
 * Server time in milliseconds, rounded down to seconds and updated each second while `isTicking`, so that countdowns
 * agree between tabs.
 */
export const useServerSecond = (isTicking: boolean): number => {
  const [now, setNow] = useState(getWholeSecond)
  useEffect(() => {
    let stop = () => {}
    const tick = () => {
      setNow(getWholeSecond())
      if (isTicking) stop = clock.after(SECOND_MS - (serverClock.now() % SECOND_MS) + TIMER_SLACK_MS, tick)
    }
    tick()
    return () => stop()
  }, [isTicking])
  return now
}
