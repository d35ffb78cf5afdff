import { isErrorDetail } from './error-details'
import { keepRunningLab } from './running-lab'
import type { ErrorDetail } from './schema.gen'

export type ErrorKind = 'offline' | 'network' | 'timeout' | 'aborted' | 'badResponse' | 'http'

type Facts = {
  kind: ErrorKind
  /** Method and path of the contract, `get /groups/{id}`; empty when nobody said. */
  operation: string
  status?: number | undefined
  detail?: ErrorDetail | undefined
  fields?: Record<string, string> | undefined
  retryAfter?: number | undefined
  requestId?: string | undefined
  cause?: unknown
}

/**
 * The one error that a call can fail with (specification §8). Words for it come from `errorText` alone.
 * It holds no headers, bodies or tokens, so it may be shown and logged.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** `offline`, `network`, `timeout`, `aborted`: no answer came. `badResponse`: an answer nobody can read. `http`: a refusal. */
  readonly kind: ErrorKind
  readonly operation: string
  /** The answer's HTTP status, with `http` and `badResponse`. */
  readonly status: number | undefined
  /** The server's detail, only when the contract lists it. */
  readonly detail: ErrorDetail | undefined
  /** Refused fields by name, with the server's own words; from a 422 that carries a list. */
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, at most an hour; from Retry-After. */
  readonly retryAfter: number | undefined
  /** What the server calls this request, for a report. */
  readonly requestId: string | undefined

  constructor(facts: Facts) {
    super(`${facts.operation} failed: ${facts.kind}${facts.status ? ` ${facts.status}` : ''}`, {
      cause: facts.cause,
    })
    this.kind = facts.kind
    this.operation = facts.operation
    this.status = facts.status
    this.detail = facts.detail
    this.fields = facts.fields
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
  }

  /** The same failure, told of another operation: that of a caller who waited for it. */
  of(operation: string): ApiError {
    const { kind, status, detail, fields, retryAfter, requestId } = this
    return new ApiError({ kind, operation, status, detail, fields, retryAfter, requestId, cause: this })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** FastAPI's list: the field is the last word of `loc`, and its first message counts. */
const fieldsOf = (detail: unknown): Record<string, string> | undefined => {
  if (!Array.isArray(detail)) return undefined
  const fields = new Map<string, string>()
  for (const issue of detail) {
    const field = isRecord(issue) && Array.isArray(issue.loc) ? issue.loc.at(-1) : undefined
    if (!isRecord(issue) || typeof field !== 'string' || typeof issue.msg !== 'string' || fields.has(field))
      continue
    fields.set(field, issue.msg.slice(0, 500))
  }
  return fields.size > 0 ? Object.fromEntries(fields) : undefined
}

const longestWait = 3600

/** Seconds from a Retry-After of either form; undefined when it says nothing usable. */
const retryAfterOf = (response: Response): number | undefined => {
  const header = response.headers.get('retry-after')?.trim()
  if (!header) return undefined
  const date = response.headers.get('date')
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - (date ? Date.parse(date) : Number.NaN)) / 1000)
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(0, seconds)) : undefined
}

/** Kept beside the error, not in it: whoever logs the error does not log what a server chose to say. */
const saidWith = new WeakMap<ApiError, string>()
const longestWords = 300

/**
 * The server's detail as it came, documented or not, at most 300 characters; null when it is no text. For the alerts
 * that the specification wants to show it verbatim (§7, task visibility), as a text node only; all others take `errorText`.
 */
export const serverWords = (error: unknown): string | null =>
  (error instanceof ApiError && saidWith.get(error)) || null

/** Cut between characters, never inside one. */
const keepWords = (error: ApiError, detail: string): void => {
  const characters = [...detail.trim().slice(0, 2 * longestWords + 2)]
  const isCut = characters.length > longestWords
  saidWith.set(error, characters.slice(0, longestWords).join('') + (isCut ? '…' : ''))
}

/** Operations and statuses of which developers know already. */
const told = new Set<string>()

/** Said once a visit, and without the words: whoever collects what the console says need not get what a server chose to say. */
const tellUnknown = ({ operation, status }: ApiError): void => {
  const answer = `${operation} answered ${status}`
  if (told.has(answer)) return
  told.add(answer)
  console.warn(`${answer} with a detail that the contract does not list.`)
}

const fromResponse = (response: Response, body: unknown, operation: string): ApiError => {
  const detail = isRecord(body) ? body.detail : undefined
  const error = new ApiError({
    kind: response.ok ? 'badResponse' : 'http',
    operation,
    status: response.status,
    detail: isErrorDetail(detail) ? detail : undefined,
    fields: fieldsOf(detail),
    retryAfter: retryAfterOf(response),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
  if (typeof detail === 'string') {
    keepWords(error, detail)
    if (!isErrorDetail(detail)) tellUnknown(error)
  }
  keepRunningLab(error, body)
  return error
}

const kindOf = (thrown: unknown): ErrorKind => {
  const name = isRecord(thrown) ? thrown.name : undefined
  if (name === 'AbortError') return 'aborted'
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'SyntaxError') return 'badResponse'
  // Only "false" is reliable: a browser that says it is online may still have no way out.
  return globalThis.navigator?.onLine === false ? 'offline' : 'network'
}

/** What went wrong: an answer with its parsed body, or whatever was thrown and the caller's signal. */
export type Failure = { response: Response; body: unknown } | { thrown: unknown; signal?: AbortSignal }

/**
 * The one function that makes an `ApiError` of a failure; an `ApiError` stays as it is.
 * A 2xx answer given here is one that could not be read.
 */
export const toApiError = (failure: Failure, operation: string): ApiError => {
  if ('response' in failure) return fromResponse(failure.response, failure.body, operation)
  const { thrown, signal } = failure
  if (thrown instanceof ApiError) return thrown
  const isStopped = signal?.aborted === true
  const kind =
    isStopped && kindOf(signal.reason) !== 'timeout' ? 'aborted' : kindOf(isStopped ? signal.reason : thrown)
  return new ApiError({ kind, operation, cause: thrown })
}

/** Whether the application itself refused, with a 4xx but not 429, which a gateway may also say. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.status !== undefined &&
  error.status < 500 &&
  error.status !== 429
