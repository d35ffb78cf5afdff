import { useEffect, useState } from 'react'
import { clock } from './clock'
import { serverClock } from './server-clock'

const second = 1000
/** A timer may fire a little early. */
const late = 5

const wholeSecond = (): number => Math.floor(serverClock.now() / second) * second

/**
 * The server's time in milliseconds, in whole seconds, new with each of its seconds while `isTicking`: whoever counts
 * down by it shows the same in every tab.
 */
export const useServerSecond = (isTicking: boolean): number => {
  const [now, setNow] = useState(wholeSecond)
  useEffect(() => {
    let stop = () => {}
    const tick = () => {
      setNow(wholeSecond())
      if (isTicking) stop = clock.after(second - (serverClock.now() % second) + late, tick)
    }
    tick()
    return () => stop()
  }, [isTicking])
  return now
}
