import type { Exchange, HeaderList } from '../../contract/validator/exchange'
import type { AnyCall } from './facts'
import { ProbeUnreachable } from './probe-options'

export type OutgoingRequest = {
  readonly method: string
  readonly path: string
  readonly call: AnyCall
  readonly headers: Readonly<Record<string, string>>
}

export type Fetch = (request: Request) => Promise<Response>

/** Rejects with the reason of the signal when it is aborted. */
type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

/** `isTruncated` if the response was too long, so that its body is absent. */
export type ProbeExchange = Exchange & { readonly isTruncated?: true }

/** A small compressed response could otherwise fill the memory. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * Sends one request. A broken connection or a timeout gives an exchange without a response. Throws the abort
 * reason.
 */
export async function sendRequest(
  baseUrl: string,
  outgoing: OutgoingRequest,
  { fetch, timeoutMs, signal }: { fetch: Fetch; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<ProbeExchange> {
  const url = toUrl(baseUrl, outgoing)
  const { body, contentType } = await encodeBody(outgoing.call)
  const headers = new Headers(outgoing.headers)
  headers.set('accept', 'application/json, */*')
  if (contentType !== undefined) headers.set('content-type', contentType)
  signal?.throwIfAborted()
  // A timer instead of `AbortSignal.timeout`: Node 20 may garbage-collect a signal that only another signal
  // refers to.
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), Math.ceil(timeoutMs))
  const follow = () => stop.abort()
  signal?.addEventListener('abort', follow)
  const request = new Request(url, {
    method: outgoing.method,
    headers,
    redirect: 'manual',
    signal: stop.signal,
    ...(body && { body }),
  })
  // The signal of a Request may be garbage-collected while `fetch` waits, so it alone does not end the wait.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const sent = { method: outgoing.method, url, headers: toHeaderList(headers), ...(body && { body }) }
  const startedAt = performance.now()
  try {
    const answer = fetch(request).then(async response => ({ response, bytes: await readBytes(response) }))
    const { response, bytes } = await Promise.race([answer, stopped])
    return {
      request: sent,
      response: {
        status: response.status,
        headers: toHeaderList(response.headers),
        ...(bytes && { body: bytes }),
      },
      milliseconds: performance.now() - startedAt,
      ...(!bytes && { isTruncated: true }),
    }
  } catch {
    signal?.throwIfAborted()
    return { request: sent, response: null, milliseconds: performance.now() - startedAt }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

/** Undefined if the body is longer than the limit. */
async function readBytes({ body }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > MAX_RESPONSE_BYTES) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces, length))
}

function toUrl(baseUrl: string, { path, call }: OutgoingRequest): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(call.path?.[name] ?? '')),
  )
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const address = `${baseUrl.replace(/\/+$/, '')}${filled}${search}`
  if (!URL.canParse(address)) throw new ProbeUnreachable(`${baseUrl} is no address of a server.`)
  return address
}

async function encodeBody({
  json,
  form,
}: AnyCall): Promise<{ body?: Uint8Array<ArrayBuffer>; contentType?: string }> {
  if (json !== undefined)
    return { body: new TextEncoder().encode(JSON.stringify(json)), contentType: 'application/json' }
  if (!form) return {}
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) if (value !== undefined) data.append(name, value)
  const encoded = new Response(data)
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
  }
}

function toHeaderList(headers: Headers): HeaderList {
  const plain = [...headers].filter(([name]) => name !== 'set-cookie')
  return [...plain, ...headers.getSetCookie().map(value => ['set-cookie', value] as const)]
}

const MAX_TIMEOUT_MS = 20_000
const MAX_CONCURRENT = 6
/** Limits for cleaning up: per request, and for all unanswered requests together. */
const RESTORE_TIMEOUT_MS = 5000
const MAX_RESTORE_MS = 15_000

export type ProbeClientOptions = {
  readonly baseUrl: string
  readonly limiter: RateLimiter
  readonly fetch: Fetch
  readonly sleep?: Sleep | undefined
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
  private open = 0
  private readonly waiting: (() => void)[] = []

  constructor(options: ProbeClientOptions) {
    this.options = options
  }

  /**
   * Runs cleanup work. The limits of the run and its abort signal do not apply; unanswered requests may take
   * 15 s in total. Rethrows errors of the work.
   */
  async restore(work: () => Promise<unknown>): Promise<void> {
    const before = this.isRestoring
    this.isRestoring = true
    try {
      await work()
    } finally {
      this.isRestoring = before
    }
  }

  sleepFor(milliseconds: number): Promise<void> {
    const { limiter, sleep = sleepByTimer } = this.options
    return this.isRestoring ? sleep(milliseconds, undefined) : limiter.sleepFor(milliseconds)
  }

  /** Throws LimitReached, or the abort reason. */
  async request(outgoing: OutgoingRequest): Promise<ProbeExchange> {
    return this.isRestoring ? this.sendDuringRestore(outgoing) : this.sendWithinLimits(outgoing)
  }

  private async sendWithinLimits(outgoing: OutgoingRequest): Promise<ProbeExchange> {
    const { baseUrl, limiter, fetch, signal } = this.options
    if (this.open >= MAX_CONCURRENT) await new Promise<void>(resolve => this.waiting.push(resolve))
    else this.open++
    try {
      await limiter.acquire()
      const timeoutMs = Math.min(MAX_TIMEOUT_MS, limiter.remainingMs() + 1)
      const seen = await sendRequest(baseUrl, outgoing, { fetch, timeoutMs, signal })
      // A request that the end of the run aborted says nothing about the server.
      if (!seen.response) limiter.check()
      else limiter.measure(seen.milliseconds ?? 0)
      return seen
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.open--
    }
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

/** A limit of the run was reached; the remaining steps are skipped. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
}

export type RateLimiterOptions = {
  readonly requestsPerSecond: number
  readonly maxRequests: number
  readonly maxSeconds: number
  readonly isLoopback: boolean
  /** Whether the rate applies to loopback addresses too. */
  readonly isRateEnforced?: boolean | undefined
  readonly sleep?: Sleep | undefined
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
  /** A slow server gets more time. */
  measure(milliseconds: number): void
  /** At most so many requests per second from now on, on loopback too. */
  slowDown(perSecond: number): void
}

/** The median of the first answers decides how much longer than `maxSeconds` a run may take. */
const MEASURED_ANSWERS = 15
const USUAL_ANSWER_MS = 50
const MAX_GROWTH = 5

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { requestsPerSecond, maxRequests, maxSeconds, isLoopback, isRateEnforced, signal } = options
  const { sleep = sleepByTimer } = options
  const startedAt = performance.now()
  let sentCount = 0
  let next = startedAt
  let perSecond = isLoopback && !isRateEnforced ? Number.POSITIVE_INFINITY : requestsPerSecond
  const measured: number[] = []
  let seconds = maxSeconds
  const measure = (milliseconds: number) => {
    if (measured.length >= MEASURED_ANSWERS) return
    measured.push(milliseconds)
    const median = measured.toSorted((a, b) => a - b)[measured.length >> 1] ?? 0
    seconds = maxSeconds * Math.min(MAX_GROWTH, Math.max(1, median / USUAL_ANSWER_MS))
  }
  const remainingMs = () => Math.max(0, startedAt + seconds * 1000 - performance.now())
  const check = () => {
    signal?.throwIfAborted()
    if (remainingMs() === 0)
      throw new LimitReached(`the run may take at most ${Math.round(seconds * 10) / 10} s`)
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
    if (perSecond === Number.POSITIVE_INFINITY) return
    const turn = Math.max(next, performance.now())
    next = turn + 1000 / perSecond
    await sleepFor(turn - performance.now())
  }
  const slowDown = (most: number) => {
    perSecond = Math.min(perSecond, most)
  }
  return { acquire, sleepFor, remainingMs, check, measure, slowDown }
}

const sleepByTimer: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
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

/** Throws ProbeUnreachable for an invalid URL. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) throw new ProbeUnreachable(`${address} is no address of a server.`)
  const { hostname } = new URL(address)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
