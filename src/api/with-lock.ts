import type { Clock } from '../lib/clock'

type LockRequest = { ifAvailable?: boolean; signal?: AbortSignal }

/** The part of the Web Locks interface that is used. */
export type Locks = {
  request<T>(name: string, options: LockRequest, run: (lock: unknown) => Promise<T>): Promise<T>
}

type Wait = {
  clock: Clock
  /** Milliseconds to wait for the lock; then a TimeoutError. */
  limit: number
  /** Gives the waiting up. */
  signal: AbortSignal
}

/**
 * Runs inside a lock that all tabs of the origin share; without locks, or where they are refused, runs at once.
 * `run` hears whether somebody else held the lock before.
 */
export const withLock = async <T>(
  locks: Locks | null,
  name: string,
  wait: Wait,
  run: (wasHeld: boolean) => Promise<T>,
): Promise<T> => {
  if (!locks) return run(false)
  let isBegun = false
  const begin = (wasHeld: boolean) => {
    isBegun = true
    return run(wasHeld)
  }
  const waiting = new AbortController()
  const giveUp = () => waiting.abort(wait.signal.reason)
  const stop = wait.clock.after(wait.limit, () =>
    waiting.abort(new DOMException('The lock was not free in time.', 'TimeoutError')),
  )
  wait.signal.addEventListener('abort', giveUp)
  try {
    const free = await locks.request(name, { ifAvailable: true }, async lock =>
      lock ? { value: await begin(false) } : null,
    )
    if (free) return free.value
    return await locks.request(name, { signal: waiting.signal }, () => begin(true))
  } catch (error) {
    // A sandboxed or closing document may not ask for locks at all: the single flight in the tab must do.
    if (isBegun || waiting.signal.aborted) throw error
    return run(false)
  } finally {
    stop()
    wait.signal.removeEventListener('abort', giveUp)
  }
}
