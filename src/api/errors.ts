import type { ErrorDetail, RunningLab } from '../../packages/contract/schema.gen'
import { isRecord } from '../lib/is-record'
import { errorDetails } from './error-details.gen'
import type { OperationId } from './operations.gen'

/** An operation of the contract, or the configuration file. */
export type CallName = OperationId | 'config.json' | ''

export type ErrorKind = 'offline' | 'network' | 'timeout' | 'aborted' | 'badResponse' | 'http'

type ApiErrorInit = {
  kind: ErrorKind
  operation: CallName
  status?: number | undefined
  detail?: ErrorDetail | undefined
  fields?: Record<string, string> | undefined
  retryAfter?: number | undefined
  requestId?: string | undefined
  isFromApplication?: boolean
  cause?: unknown
}

const describe = ({ operation, kind, status }: ApiErrorInit): string =>
  `${operation} failed: ${kind}${status ? ` ${status}` : ''}`

/** The error of every failed call, without headers, bodies or tokens, so it can be shown and logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** `badResponse`: unreadable. `http`: an error status. The others: no response. */
  readonly kind: ErrorKind
  /** What was called. Empty until `unwrap`, because middleware knows only the path. */
  operation: CallName
  /** HTTP status, with `http` and `badResponse`. */
  readonly status: number | undefined
  /** The server's `detail`, only when the contract lists it. */
  readonly detail: ErrorDetail | undefined
  /** Messages by field name, from a 422 with a list of errors. */
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, at most 3600; from `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  /**
   * The body was the contract's `Error`, an object with a `detail`, whatever the detail. Without it a gateway, a firewall
   * or a page of the network answered in place of the application, which may never have seen the request.
   */
  readonly isFromApplication: boolean

  constructor(init: ApiErrorInit) {
    super(describe(init), { cause: init.cause })
    this.kind = init.kind
    this.operation = init.operation
    this.status = init.status
    this.detail = init.detail
    this.fields = init.fields
    this.retryAfter = init.retryAfter
    this.requestId = init.requestId
    this.isFromApplication =
      init.isFromApplication ?? (init.detail !== undefined || init.fields !== undefined)
  }

  /** The same failure for another operation that waited for it. */
  withOperation(operation: CallName): ApiError {
    return new ApiError({ ...this, operation, cause: this })
  }
}

/** Whether a retry can help: no response, 429, 5xx, and whatever the application did not answer itself. */
export const canRetry = (error: ApiError): boolean =>
  // A refresh that the application refuses ends the session; all others can be tried again.
  !isClientError(error) || error.operation === 'refreshSession'

/** FastAPI's list: the field is the last item of `loc`; its first message wins. */
const getFieldErrors = (detail: unknown): Record<string, string> | undefined => {
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

const MAX_RETRY_AFTER_SECONDS = 3600

/** Seconds from either form of `Retry-After`; undefined when unreadable. */
const parseRetryAfter = (response: Response): number | undefined => {
  const header = response.headers.get('retry-after')?.trim()
  if (!header) return undefined
  const date = response.headers.get('date')
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - (date ? Date.parse(date) : Number.NaN)) / 1000)
  return Number.isFinite(seconds) ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, seconds)) : undefined
}

/** Stored outside of the error, so that logging the error doesn't log server text. */
const rawDetails = new WeakMap<ApiError, string>()
const MAX_DETAIL_LENGTH = 300

/** The raw `detail`, at most 300 characters, or null. Only for alerts that quote the server, as a text node. */
export const getServerDetail = (error: unknown): string | null =>
  (error instanceof ApiError && rawDetails.get(error)) || null

/** Cuts between code points. */
const storeRawDetail = (error: ApiError, detail: string): void => {
  const characters = [...detail.trim().slice(0, 2 * MAX_DETAIL_LENGTH + 2)]
  const isTruncated = characters.length > MAX_DETAIL_LENGTH
  rawDetails.set(error, characters.slice(0, MAX_DETAIL_LENGTH).join('') + (isTruncated ? '…' : ''))
}

const warnedResponses = new Set<string>()

/** Warns once per operation and status, without the server's text. */
const warnUnknownDetail = ({ operation, status }: ApiError): void => {
  const summary = `${operation} answered ${status}`
  if (warnedResponses.has(summary)) return
  warnedResponses.add(summary)
  console.warn(`${summary} with a detail that the contract does not list.`)
}

const fromResponse = (response: Response, body: unknown, operation: CallName): ApiError => {
  const detail = isRecord(body) ? body.detail : undefined
  const error = new ApiError({
    kind: response.ok ? 'badResponse' : 'http',
    operation,
    status: response.status,
    detail: isErrorDetail(detail) ? detail : undefined,
    fields: getFieldErrors(detail),
    retryAfter: parseRetryAfter(response),
    requestId: response.headers.get('x-request-id') ?? undefined,
    isFromApplication: typeof detail === 'string' || Array.isArray(detail),
  })
  if (typeof detail === 'string') {
    storeRawDetail(error, detail)
    if (!isErrorDetail(detail)) warnUnknownDetail(error)
  }
  storeRunningLab(error, body)
  return error
}

/** The reason to abort a request that takes too long, by the clock or for the user: it becomes an error of kind `timeout`. */
export const createTimeoutError = (): DOMException => new DOMException('Too slow.', 'TimeoutError')

const getErrorKind = (thrown: unknown): ErrorKind => {
  const name = isRecord(thrown) ? thrown.name : undefined
  if (name === 'AbortError') return 'aborted'
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'SyntaxError') return 'badResponse'
  // Only `false` is reliable: `onLine` can be true without internet access.
  return globalThis.navigator?.onLine === false ? 'offline' : 'network'
}

/** A response with its parsed body, or a thrown value with the caller's signal. */
export type Failure = { response: Response; body: unknown } | { thrown: unknown; signal?: AbortSignal }

/** Converts any failure; an `ApiError` is returned as it is. Pass a 2xx response only if it was unreadable. */
export const toApiError = (failure: Failure, operation: CallName): ApiError => {
  if ('response' in failure) return fromResponse(failure.response, failure.body, operation)
  const { thrown, signal } = failure
  if (thrown instanceof ApiError) {
    if (thrown.operation === '') {
      thrown.operation = operation
      thrown.message = describe(thrown)
    }
    return thrown
  }
  const isAborted = signal?.aborted === true
  const kind =
    isAborted && getErrorKind(signal.reason) !== 'timeout'
      ? 'aborted'
      : getErrorKind(isAborted ? signal.reason : thrown)
  return new ApiError({ kind, operation, cause: thrown })
}

/** The server's Retry-After in milliseconds; 0 without one. */
export const getRetryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0

/** Whether the application itself rejected the request: a 4xx with its JSON, except 429, which asks to wait. */
export const isClientError = (error: unknown): error is ApiError & { kind: 'http' } =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.isFromApplication &&
  error.status !== undefined &&
  error.status < 500 &&
  error.status !== 429

/** A 4xx of a gateway or a firewall: it has the status but not the JSON of the application. */
export const isGatewayRefusal = (error: unknown): error is ApiError & { kind: 'http' } =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  !error.isFromApplication &&
  (error.status ?? 500) < 500 &&
  error.status !== 429

const knownDetails: ReadonlySet<unknown> = new Set<ErrorDetail>(errorDetails)

/** Whether the contract lists this `detail`; others have no message of their own. */
export const isErrorDetail = (detail: unknown): detail is ErrorDetail => knownDetails.has(detail)

const MAX_TITLE_LENGTH = 200

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const runningLabs = new WeakMap<Error, Required<RunningLab>>()

/** Stores, by error, the running lab that the body of a rejected start names, if its shape is valid. */
export const storeRunningLab = (error: Error, body: unknown): void => {
  if (!isRecord(body) || !isRecord(body.running)) return
  const { group_id, task_id, title } = body.running
  if (!isId(group_id) || !isId(task_id) || typeof title !== 'string') return
  runningLabs.set(error, { group_id, task_id, title: title.slice(0, MAX_TITLE_LENGTH) })
}

/** The lab of "another lab is running", or null when the server didn't name it. */
export const getRunningLab = (error: unknown): Required<RunningLab> | null =>
  (error instanceof Error && runningLabs.get(error)) || null
