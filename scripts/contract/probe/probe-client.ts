import { LimitReached, type RateLimiter, sleep } from './rate-limiter'
import { type Fetch, type OutgoingRequest, type ProbeExchange, sendRequest } from './send-request'

const MAX_TIMEOUT_MS = 20_000
/** Limits for cleaning up: per request, and for all unanswered requests together. */
const RESTORE_TIMEOUT_MS = 5000
const MAX_RESTORE_MS = 15_000

export type ProbeClientOptions = {
  readonly baseUrl: string
  readonly limiter: RateLimiter
  readonly fetch: Fetch
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends requests within the limits of the run, or with limits of its own while it restores the server's
 * state.
 */
export class ProbeClient {
  private readonly options: ProbeClientOptions
  private remainingRestoreMs = MAX_RESTORE_MS
  isRestoring = false

  constructor(options: ProbeClientOptions) {
    this.options = options
  }

  /**
   * Runs cleanup work. The limits of the run and its abort signal do not apply; unanswered requests may take
   * 15 s in total. Rethrows errors of the work.
   */
  async restore(work: () => Promise<void>): Promise<void> {
    const before = this.isRestoring
    this.isRestoring = true
    try {
      await work()
    } finally {
      this.isRestoring = before
    }
  }

  sleepFor(milliseconds: number): Promise<void> {
    return this.isRestoring ? sleep(milliseconds, undefined) : this.options.limiter.sleepFor(milliseconds)
  }

  /** Throws LimitReached, or the abort reason. */
  async request(outgoing: OutgoingRequest): Promise<ProbeExchange> {
    return this.isRestoring ? this.sendDuringRestore(outgoing) : this.sendWithinLimits(outgoing)
  }

  private async sendWithinLimits(outgoing: OutgoingRequest): Promise<ProbeExchange> {
    const { baseUrl, limiter, fetch, signal } = this.options
    await limiter.acquire()
    const timeoutMs = Math.min(MAX_TIMEOUT_MS, limiter.remainingMs() + 1)
    const seen = await sendRequest(baseUrl, outgoing, { fetch, timeoutMs, signal })
    // A request that the end of the run aborted says nothing about the server.
    if (!seen.response) limiter.check()
    return seen
  }

  private async sendDuringRestore(outgoing: OutgoingRequest): Promise<ProbeExchange> {
    const { baseUrl, fetch } = this.options
    if (this.remainingRestoreMs <= 0) throw new LimitReached('the server does not answer any more')
    const timeoutMs = Math.min(RESTORE_TIMEOUT_MS, this.remainingRestoreMs)
    const seen = await sendRequest(baseUrl, outgoing, { fetch, timeoutMs })
    if (!seen.response) this.remainingRestoreMs -= Math.max(100, seen.milliseconds ?? 0)
    return seen
  }
}
