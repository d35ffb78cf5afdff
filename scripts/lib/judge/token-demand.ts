import { responseOf } from '../operation'
import { type Case, detailOf } from './case'

/** What servers say when they miss a token or a header that was to hold one. */
const words =
  /\b(access|bearer|auth\w*|no|missing|invalid|expired) token\b|\btoken (is )?(missing|required)|\bnot authenticated\b|\bauthoriz?s?ation\b|\bapi.?key\b|missing header|header (is )?(missing|required)/i

/**
 * Whether a refusal asks for a token at a call that the contract leaves open. The documented refusals of the call
 * itself, such as a wrong code or password, are none.
 */
export function demandsToken({
  operation,
  response: { status },
  body,
}: Pick<Case, 'operation' | 'response' | 'body'>): boolean {
  const detail = detailOf({ body })
  if (operation.security !== 'none' || (status !== 401 && status !== 403) || detail === undefined)
    return false
  return words.test(detail) && !responseOf(operation, status)?.details?.includes(detail)
}
