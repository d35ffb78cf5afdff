import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { nameOf } from '../api/operation-name'
import { q } from '../api/query'
import type { Attempt, PaymentCheck } from '../api/schema.gen'
import type { Group } from './answers'
import { attemptsOf } from './exam-view'
import { groupQuery } from './groups'

const path = '/groups/payment/order_status/extended'

/** The operation of a payment check, as failures name it. */
export const paymentOperation = nameOf('post', path)

/** What the bank says of an attempt's payment (specification §7). It reads, though a POST. */
const paymentCheckQuery = (attemptId: number) =>
  q('post', path, { params: { query: { attempt_id: attemptId } } })

const withStatus = (group: Group, { id, status, reason }: PaymentCheck): Group => ({
  ...group,
  attempts: (group.attempts ?? []).map(attempt => {
    // A drifted list may hold anything.
    if (attempt?.id !== id) return attempt
    const { rejection_reason, ...rest } = attempt
    return { ...rest, status, ...(reason !== undefined && { rejection_reason: reason }) }
  }),
})

/** Replaces the attempt of the same id by what a payment check said (specification §3); another id changes nothing (F08). */
export const replaceAttempt = (queryClient: QueryClient, groupId: number, check: PaymentCheck): void => {
  queryClient.setQueryData(groupQuery(groupId).queryKey, group =>
    group && Array.isArray(group.attempts) ? withStatus(group, check) : group,
  )
}

/** What came of a payment check that was answered. */
type CheckReading =
  | { kind: 'read'; check: PaymentCheck; hasChanged: boolean }
  /** The answer is about another attempt: it changes nothing (F08). */
  | { kind: 'other' }
  /** The attempt has moved on since the question, by a start say: an older answer does not undo that. */
  | { kind: 'overtaken' }

/** Types are not checks: without the number of an attempt and a text for its status there is nothing to read. */
const isCheck = (answer: unknown): answer is PaymentCheck =>
  typeof answer === 'object' &&
  answer !== null &&
  'id' in answer &&
  typeof answer.id === 'number' &&
  'status' in answer &&
  typeof answer.status === 'string'

const isChange = (known: Attempt | undefined, { status, reason }: PaymentCheck): boolean =>
  known?.status !== status || (reason !== undefined && known.rejection_reason !== reason)

/**
 * Asks the platform what the bank says of an attempt's payment, and replaces the attempt of the same id by a newer
 * answer (specification §3). Rejects with why there was no usable answer. Whoever asks reads the group again after a
 * change, or after an answer that was overtaken.
 */
export const readPaymentCheck = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<CheckReading> => {
  const { queryKey } = groupQuery(groupId)
  const known = () => attemptsOf(queryClient.getQueryData(queryKey)).find(({ id }) => id === attemptId)
  const before = known()?.status
  const isOvertaken = () => known()?.status !== before
  const check: unknown = await queryClient.query({
    ...paymentCheckQuery(attemptId),
    staleTime: 0,
    retry: false,
  })
  if (!isCheck(check)) throw new ApiError({ kind: 'badResponse', operation: paymentOperation })
  if (check.id !== attemptId) return { kind: 'other' }
  if (!isChange(known(), check)) return { kind: 'read', check, hasChanged: false }
  // A group that was asked for before the check tells of another time.
  if (!isOvertaken()) await queryClient.cancelQueries({ queryKey, exact: true })
  if (isOvertaken()) return { kind: 'overtaken' }
  replaceAttempt(queryClient, groupId, check)
  return { kind: 'read', check, hasChanged: true }
}
