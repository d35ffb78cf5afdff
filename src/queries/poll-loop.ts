import type { Clock } from '../lib/clock'

interface LoopDeps {
  clock: Clock
  /** One question; rejects when no answer came. */
  ask: () => Promise<unknown>
  /** Milliseconds until the next question after so many failures in a row; null ends the loop. */
  pause: (failures: number, error: unknown) => number | null
  /** Hears of each failure. */
  onFailure: (failures: number, error: unknown) => void
}

/** Asks again and again, one question at a time, at the pace that the last answer sets (T01, T05). */
export const createPollLoop = ({ clock, ask, pause, onFailure }: LoopDeps) => {
  let isRunning = false
  let isAsking = false
  let failures = 0
  let cancel = () => {}

  const plan = (delay: number | null) => {
    cancel()
    if (isRunning && delay !== null) cancel = clock.after(delay, () => void askNow())
  }

  const askNow = async () => {
    cancel()
    if (!isRunning || isAsking) return
    isAsking = true
    let error: unknown = null
    try {
      await ask()
      failures = 0
    } catch (thrown) {
      failures += 1
      error = thrown
      if (isRunning) onFailure(failures, thrown)
    }
    isAsking = false
    plan(pause(failures, error))
  }

  return {
    isRunning: (): boolean => isRunning,
    /** Begins with a question after so many milliseconds. */
    start(delay: number): void {
      if (isRunning) return
      isRunning = true
      plan(delay)
    },
    /** An answer came by another way: counts the pause anew from it. */
    restart(): void {
      if (isAsking || !isRunning) return
      failures = 0
      plan(pause(0, null))
    },
    askNow: (): void => void askNow(),
    stop(): void {
      isRunning = false
      cancel()
    },
  }
}

export type PollLoop = ReturnType<typeof createPollLoop>
