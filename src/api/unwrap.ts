import { serverClock } from '../lib/server-clock'
import { apiHealth } from './api-health'
import { type ApiError, type CallName, toApiError } from './errors'

type Result<T> = { data?: T; error?: unknown; response: Response }

const readResult = async <T>(result: Promise<Result<T>> | Result<T>, operation: CallName): Promise<T> => {
  let answer: Result<T>
  try {
    answer = await result
  } catch (thrown) {
    throw toApiError({ thrown }, operation)
  }
  const { data, error, response } = answer
  if (!response.ok) throw toApiError({ response, body: error }, operation)
  return withoutNulls((data ?? null) as T)
}

/**
 * Returns the data of a call or throws its `ApiError`. Only the status decides, because the body of an error may be
 * empty; an empty success is null, because Query rejects `undefined`. Reports every outcome to `apiHealth`.
 */
export const unwrap = async <T>(
  result: Promise<Result<T>> | Result<T>,
  operation: CallName = '',
): Promise<T> => {
  const sentAt = serverClock.now()
  try {
    const data = await readResult(result, operation)
    apiHealth.record(operation, sentAt, null)
    return data
  } catch (error) {
    apiHealth.record(operation, sentAt, error as ApiError)
    throw error
  }
}

/** Deeper than any response of the contract; deeper values are left alone. */
const MAX_DEPTH = 20

/** Removes null fields in place: the contract treats them like absent ones, so the app only handles `undefined`. */
export const withoutNulls = <T>(body: T, depth = 0): T => {
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return body
  if (Array.isArray(body)) {
    for (const item of body) withoutNulls(item, depth + 1)
    return body
  }
  const fields = body as Record<string, unknown>
  for (const key in fields) {
    const value = fields[key]
    if (value === null) fields[key] = undefined
    else if (typeof value === 'object') withoutNulls(value, depth + 1)
  }
  return body
}
