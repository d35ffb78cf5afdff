import type { QueryClient } from '@tanstack/react-query'
import { q } from '../api/query'
import type { Group, PaymentCheck } from '../api/schema.gen'
import { groupQuery } from './groups'

/** What the bank says of an attempt's payment (specification §7). It reads, though a POST. */
export const paymentCheckQuery = (attemptId: number) =>
  q('post', '/groups/payment/order_status/extended', { params: { query: { attempt_id: attemptId } } })

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
