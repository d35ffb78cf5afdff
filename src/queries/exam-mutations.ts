import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import type { Attempt, AttemptList } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { refetchGroup, useAttemptMutation } from './attempt-mutation'
import { getAttemptRule, toKnownStatus } from './attempt-rules'
import { paymentOperation, readPaymentCheck } from './exam'
import {
  canRequestAttempt,
  getAttempts,
  getCurrentAttempt,
  getRunningAttempt,
  hasStateChanged,
} from './exam-view'
import { groupListQuery, groupQuery, taskStatusesQuery } from './groups'
import { completeGroup, type Group } from './responses'

/** An attempt that reached its report or review is not a new one. */
const isPastExam = (group: Group): boolean => {
  const { step } = getAttemptRule(getCurrentAttempt(group)?.status)
  return step === 'report' || step === 'review'
}

const isAttemptList = (answer: AttemptList | null): answer is AttemptList => Array.isArray(answer?.attempts)

/** Requests a new attempt (a GET that writes); the response replaces the group's attempts. */
export const useRequestAttempt = (groupId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('get', '/groups/{id}/attempts/new'))
  return useAttemptMutation(
    'request attempt',
    { groupId, attemptId: 0 },
    {
      send: async () => {
        const answer = await mutateAsync({ params: { path: { id: groupId } } })
        const group = queryClient.getQueryData(groupQuery(groupId).queryKey)
        return group && isAttemptList(answer) ? { ...group, attempts: answer.attempts } : null
      },
      isDone: group => group !== undefined && !canRequestAttempt(group) && !isPastExam(group),
    },
  )
}

/** Runtime check: the exam has started only if the response contains a running attempt. */
const isStarted = (answer: Group, groupId: number): boolean =>
  answer.id === groupId && getRunningAttempt(answer) !== null

/** Starts the exam (a GET that writes); the response replaces the group. */
export const useStartAttempt = (groupId: number, attemptId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('get', '/groups/{id}/attempts/start'))
  const isDone = (group: Group | undefined) => getRunningAttempt(group) !== null
  return useAttemptMutation(
    'start exam',
    { groupId, attemptId },
    {
      send: async () => {
        try {
          const answer = completeGroup(await mutateAsync({ params: { path: { id: groupId } } }), groupId)
          return answer && isStarted(answer, groupId) ? answer : null
        } finally {
          // The tasks exist only while the exam runs.
          for (const { queryKey } of [taskStatusesQuery(groupId), groupListQuery()]) {
            void queryClient.invalidateQueries({ queryKey })
          }
        }
      },
      isDone,
    },
  )
}

/** Refetches a group on a user's request, one request at a time. `error` is the last failure. */
export const useRefetchGroup = (groupId: number) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }),
  })
  return { read: () => (isPending ? undefined : mutate()), isReading: isPending, error }
}

/** Result of a status update. `at` is server time in milliseconds. */
export type UpdateOutcome =
  | { kind: 'changed'; at: number }
  | { kind: 'same'; at: number }
  | { kind: 'failed'; error: unknown }

const getCachedAttempt = (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Attempt | undefined =>
  getAttempts(queryClient.getQueryData(groupQuery(groupId).queryKey)).find(({ id }) => id === attemptId)

/**
 * Updates an attempt's status: first by the payment check, then by the whole group for the remaining fields. `update`
 * resolves with null while another update is pending.
 */
export const useAttemptUpdate = (groupId: number, attemptId: number) => {
  const queryClient = useQueryClient()
  const mutationKey = ['update attempt', attemptId]
  const check = async (): Promise<unknown> => {
    const { kind } = await readPaymentCheck(queryClient, groupId, attemptId)
    // A response about another attempt doesn't count (F08).
    return kind === 'other' ? new ApiError({ kind: 'badResponse', operation: paymentOperation }) : null
  }
  const run = async (): Promise<UpdateOutcome> => {
    const before = getCachedAttempt(queryClient, groupId, attemptId)
    const error = await check().catch((failure: unknown) => failure)
    const group = await refetchGroup(queryClient, groupId)
    const after = getCachedAttempt(queryClient, groupId, attemptId)
    const at = serverClock.now()
    const isOther = group
      ? hasStateChanged(before, after)
      : toKnownStatus(before?.status) !== toKnownStatus(after?.status)
    if (isOther) return { kind: 'changed', at }
    return error ? { kind: 'failed', error } : { kind: 'same', at }
  }
  const { mutateAsync } = useMutation({ mutationKey, mutationFn: run })
  const isPending = useIsMutating({ mutationKey }) > 0
  const update = async (): Promise<UpdateOutcome | null> =>
    queryClient.isMutating({ mutationKey }) > 0 ? null : mutateAsync()
  return { update, isPending }
}
