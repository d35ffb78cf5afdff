import type { QueryClient } from '@tanstack/react-query'
import type { Attempt, PaymentCheck } from '../../../packages/contract/schema.gen'
import { isRecord } from '../../lib/is-record'
import { ApiError } from '../errors'
import { q } from '../query'
import type { Group } from '../responses'
import { getAttempts } from '../responses'
import { groupQuery } from './groups'

/** The payment's status; a POST that only reads. */
const paymentCheckQuery = (attemptId: number) =>
  q('checkPayment', { params: { query: { attempt_id: attemptId } } })

const withStatus = (group: Group, { id, status, reason }: PaymentCheck): Group => ({
  ...group,
  attempts: (group.attempts ?? []).map(attempt => {
    // A malformed list may contain null.
    if (attempt?.id !== id) return attempt
    const { rejection_reason, ...rest } = attempt
    return { ...rest, status, ...(reason !== undefined && { rejection_reason: reason }) }
  }),
})

/** Updates the attempt of the same id with a payment check; other ids are ignored (F08). */
const replaceAttempt = (queryClient: QueryClient, groupId: number, check: PaymentCheck): void => {
  queryClient.setQueryData(groupQuery(groupId).queryKey, group =>
    group && Array.isArray(group.attempts) ? withStatus(group, check) : group,
  )
}

type PaymentReading =
  | { kind: 'read'; check: PaymentCheck; hasChanged: boolean }
  /** The response is about another attempt and changes nothing (F08). */
  | { kind: 'other' }
  /** The attempt changed after the request, for example by a start: ignore the older response. */
  | { kind: 'outdated' }

/** Runtime check of the required fields. */
const isCheck = (answer: unknown): answer is PaymentCheck =>
  isRecord(answer) && typeof answer.id === 'number' && typeof answer.status === 'string'

const hasChanges = (known: Attempt | undefined, { status, reason }: PaymentCheck): boolean =>
  known?.status !== status || (reason !== undefined && known.rejection_reason !== reason)

/** Updates the attempt if the response is newer. The caller refetches the group after a change. */
export const readPaymentCheck = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<PaymentReading> => {
  const { queryKey } = groupQuery(groupId)
  const known = () => getAttempts(queryClient.getQueryData(queryKey)).find(({ id }) => id === attemptId)
  const before = known()?.status
  const isOutdated = () => known()?.status !== before
  const check: unknown = await queryClient.query({
    ...paymentCheckQuery(attemptId),
    staleTime: 0,
    retry: false,
  })
  if (!isCheck(check)) throw new ApiError({ kind: 'badResponse', operation: 'checkPayment' })
  if (check.id !== attemptId) return { kind: 'other' }
  if (!hasChanges(known(), check)) return { kind: 'read', check, hasChanged: false }
  // A group requested before the check would be outdated.
  if (!isOutdated()) await queryClient.cancelQueries({ queryKey, exact: true })
  if (isOutdated()) return { kind: 'outdated' }
  replaceAttempt(queryClient, groupId, check)
  return { kind: 'read', check, hasChanged: true }
}
