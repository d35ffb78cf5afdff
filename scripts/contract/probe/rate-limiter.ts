import { ProbeUnreachable } from './probe-errors'

/** A limit of the run was reached; the remaining steps are skipped. */
export class LimitReached extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitReached'
  }
}

export type RateLimiterOptions = {
  readonly requestsPerSecond: number
  readonly maxRequests: number
  readonly maxSeconds: number
  readonly isLoopback: boolean
  /** Whether the rate applies to loopback addresses too. */
  readonly isRateEnforced?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export type RateLimiter = {
  /** Waits until the next request may be sent. Throws LimitReached, or the abort reason. */
  acquire(): Promise<void>
  /** Throws the same. */
  sleepFor(milliseconds: number): Promise<void>
  /** Milliseconds until the run must end; never below 0. */
  remainingMs(): number
  /** Throws the same, without waiting. */
  check(): void
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { requestsPerSecond, maxRequests, maxSeconds, isLoopback, isRateEnforced, signal } = options
  const startedAt = performance.now()
  let sentCount = 0
  let next = startedAt
  const remainingMs = () => Math.max(0, startedAt + maxSeconds * 1000 - performance.now())
  const check = () => {
    signal?.throwIfAborted()
    if (remainingMs() === 0) throw new LimitReached(`the run may take at most ${maxSeconds} s`)
  }
  const sleepFor = async (milliseconds: number) => {
    check()
    if (milliseconds > 0) await sleep(milliseconds, signal)
    check()
  }
  const acquire = async () => {
    check()
    if (sentCount >= maxRequests) throw new LimitReached(`the run may send at most ${maxRequests} requests`)
    sentCount++
    if (isLoopback && !isRateEnforced) return
    await sleepFor(next - performance.now())
    next = Math.max(next, performance.now()) + 1000 / requestsPerSecond
  }
  return { acquire, sleepFor, remainingMs, check }
}

export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Throws ProbeUnreachable for an invalid URL. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) throw new ProbeUnreachable(`${address} is no address of a server.`)
  const { hostname } = new URL(address)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
