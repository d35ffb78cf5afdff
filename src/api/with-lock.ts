import type { Clock } from '../lib/clock'

type LockRequest = { ifAvailable?: boolean; signal?: AbortSignal }

/** The part of the Web Locks API in use. */
export type Locks = {
  request<T>(name: string, options: LockRequest, run: (lock: unknown) => Promise<T>): Promise<T>
}

type Wait = {
  clock: Clock
  /** Milliseconds to wait for the lock before a TimeoutError. */
  timeoutMs: number
  /** Stops waiting. */
  signal: AbortSignal
}

/** Runs inside a lock of the origin, or right away where locks are unavailable. `wasHeld`: by another tab. */
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
  const stopWaiting = () => waiting.abort(wait.signal.reason)
  const stop = wait.clock.after(wait.timeoutMs, () =>
    waiting.abort(new DOMException('The lock was not free in time.', 'TimeoutError')),
  )
  wait.signal.addEventListener('abort', stopWaiting)
  try {
    const free = await locks.request(name, { ifAvailable: true }, async lock =>
      lock ? { value: await begin(false) } : null,
    )
    if (free) return free.value
    return await locks.request(name, { signal: waiting.signal }, () => begin(true))
  } catch (error) {
    // Sandboxed or closing documents may not request locks: run without one.
    if (isBegun || waiting.signal.aborted) throw error
    return run(false)
  } finally {
    stop()
    wait.signal.removeEventListener('abort', stopWaiting)
  }
}
