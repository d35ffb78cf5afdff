import { serverClock } from '../lib/server-clock'
import { contact } from './contact'
import { type ApiError, toApiError } from './errors'
import { withoutNulls } from './without-nulls'

type Result<T> = { data?: T; error?: unknown; response: Response }

const read = async <T>(result: Promise<Result<T>> | Result<T>, operation: string): Promise<T> => {
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
 * The data of a call, or its `ApiError`. Success is told by the answer's status alone, because the body of a failure may
 * be empty; an empty success is null, because Query refuses `undefined`. Every outcome is a sign of contact, or of none.
 */
export const unwrap = async <T>(result: Promise<Result<T>> | Result<T>, operation = ''): Promise<T> => {
  const sentAt = serverClock.now()
  try {
    const data = await read(result, operation)
    contact.note(operation, sentAt, null)
    return data
  } catch (error) {
    contact.note(operation, sentAt, error as ApiError)
    throw error
  }
}
