import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { setClock } from '../lib/clock'

/**
 * Takes the application's clock in hand for one test: nothing that waits goes on until `advance` lets it.
 * @param begin milliseconds since the epoch
 */
export const holdClock = (begin = Date.now()) => {
  let elapsed = 0
  let moved = 0
  let timers: { due: number; run: () => void }[] = []
  setClock({
    now: () => begin + elapsed + moved,
    elapsed: () => elapsed,
    timer: (delay, run) => {
      const timer = { due: elapsed + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
  })
  onTestFinished(() => setClock(null))
  const next = (end: number) => timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]
  return {
    /** Milliseconds since the epoch by a clock that nobody sets. */
    now: (): number => begin + elapsed,
    /** Sets the device's clock by so many milliseconds; no time passes. */
    jump: (milliseconds: number): void => {
      moved += milliseconds
    },
    /** Lets so many milliseconds pass, each timer at its moment. */
    advance: (milliseconds: number): void => {
      const end = elapsed + milliseconds
      act(() => {
        for (let timer = next(end); timer; timer = next(end)) {
          const due = timer
          timers = timers.filter(one => one !== due)
          elapsed = Math.max(elapsed, due.due)
          due.run()
        }
        elapsed = end
      })
    },
  }
}
