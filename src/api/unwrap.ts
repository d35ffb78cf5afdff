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

/**
 * Removes null fields, key and all: the contract treats them like absent ones, and a key that stays would hide a default
 * or overwrite a value in a spread. Null items of a list stay. Changes the body in place; objects without null are kept.
 */
export const withoutNulls = <T>(body: T, depth = 0): T => {
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return body
  const fields = body as Record<string, unknown>
  let hasNull = false
  for (const key in fields) {
    const value = fields[key]
    if (value === null) hasNull = true
    else if (typeof value === 'object') fields[key] = withoutNulls(value, depth + 1)
  }
  // A copy, because deleting makes every later access to a row of a long board slower.
  return hasNull && !Array.isArray(body)
    ? (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T)
    : body
}
