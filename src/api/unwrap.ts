import { toApiError } from './errors'

type Result<T> = { data?: T; error?: unknown; response: Response }

/**
 * The data of a call, or its `ApiError`. Success is told by the answer's status alone, because the body of a failure may
 * be empty; an empty success is null, because Query refuses `undefined`.
 */
export const unwrap = async <T>(result: Promise<Result<T>> | Result<T>, operation = ''): Promise<T> => {
  let answer: Result<T>
  try {
    answer = await result
  } catch (thrown) {
    throw toApiError({ thrown }, operation)
  }
  const { data, error, response } = answer
  if (!response.ok) throw toApiError({ response, body: error }, operation)
  return (data ?? null) as T
}
