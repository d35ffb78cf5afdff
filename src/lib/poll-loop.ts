import { isCancelledError } from '@tanstack/react-query'
import type { Clock } from './clock'
import { isVisible } from './online'

interface PollLoopDeps {
  clock: Clock
  /** Rejects when there is no response. */
  request: () => Promise<unknown>
  /** Milliseconds until the next request after this many failures in a row; null ends the loop. */
  getDelay: (failures: number, error: unknown) => number | null
  /** Called for each failure. */
  onFailure: (failures: number, error: unknown) => void
}

/** Polls with one request at a time; the last result sets the delay (T01, T05). */
export const createPollLoop = ({ clock, request, getDelay, onFailure }: PollLoopDeps) => {
  let isRunning = false
  let isRequesting = false
  let failures = 0
  let cancel = () => {}

  const schedule = (delay: number | null) => {
    cancel()
    if (isRunning && delay !== null) cancel = clock.after(delay, () => void pollNow())
  }

  const pollNow = async () => {
    cancel()
    if (!isRunning || isRequesting) return
    isRequesting = true
    let error: unknown = null
    try {
      await request()
      failures = 0
    } catch (thrown) {
      failures += 1
      error = thrown
      if (isRunning) onFailure(failures, thrown)
    }
    isRequesting = false
    schedule(getDelay(failures, error))
  }

  return {
    isRunning: (): boolean => isRunning,
    /** @param delay milliseconds until the first request */
    start(delay: number): void {
      if (isRunning) return
      isRunning = true
      schedule(delay)
    },
    /** Data arrived in another way: restarts the delay. */
    restart(): void {
      if (isRequesting || !isRunning) return
      failures = 0
      schedule(getDelay(0, null))
    },
    pollNow: (): void => void pollNow(),
    stop(): void {
      isRunning = false
      cancel()
    },
  }
}

export type PollLoop = ReturnType<typeof createPollLoop>

/** For `.catch()`: a query that was cancelled in favour of a newer request has not failed. Rethrows other errors. */
export const ignoreCancelled = (error: unknown): void => {
  if (!isCancelledError(error)) throw error
}

/** Calls the listener when the tab is shown or hidden. Returns the unsubscribe function. */
export const onVisibilityChange = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Calls the listener when the page is hidden or closed: it may not come back. */
export const onPageHidden = (listener: () => void): (() => void) => {
  const stop = onVisibilityChange(() => !isVisible() && listener())
  window.addEventListener('pagehide', listener)
  return () => {
    stop()
    window.removeEventListener('pagehide', listener)
  }
}
