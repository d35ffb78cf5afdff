import { act } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { setClock } from '../lib/clock'

/**
 * Runs the effects of what is already shown: React runs them a task later, or before it renders anything. Without them a
 * timer that the shown page is about to start would miss the time that passes.
 */
const flushEffects = (): void => {
  if (typeof document === 'undefined') return
  const root = createRoot(document.createElement('div'))
  act(() => root.render(''))
  act(() => root.unmount())
}

/**
 * Replaces the application's clock for one test; timers only run by `advance`.
 * @param begin milliseconds since the epoch
 */
export const installFakeClock = (begin = Date.now()) => {
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
    /** The true time, not affected by `adjust`; milliseconds since the epoch. */
    now: (): number => begin + elapsed,
    /** Changes the device's clock without passing time. */
    adjust: (milliseconds: number): void => {
      moved += milliseconds
    },
    /** Passes time and runs due timers in order. */
    advance: (milliseconds: number): void => {
      const end = elapsed + milliseconds
      flushEffects()
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
