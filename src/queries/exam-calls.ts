import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import type { Attempt, AttemptList } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { completeGroup, type Group } from './answers'
import { attemptRule, knownStatus } from './attempt-rules'
import { paymentOperation, readPaymentCheck } from './exam'
import { attemptsOf, canRequestAttempt, currentAttempt, isOtherState, runningAttempt } from './exam-view'
import { readGroup, useGroupWrite } from './group-write'
import { groupListQuery, groupQuery, taskStatusesQuery } from './groups'

/** An attempt that may have ended can still move on to its report or review: that is no new attempt. */
const hasReport = (group: Group): boolean => {
  const { step } = attemptRule(currentAttempt(group)?.status)
  return step === 'report' || step === 'review'
}

const isAttemptList = (answer: AttemptList | null): answer is AttemptList => Array.isArray(answer?.attempts)

/** Asks for a new attempt (specification §7, `GET attempts/new`, a write); its answer replaces the group's attempts. */
export const useRequestAttempt = (groupId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('get', '/groups/{id}/attempts/new'))
  return useGroupWrite(
    'request attempt',
    { groupId, attemptId: 0 },
    {
      send: async () => {
        const answer = await mutateAsync({ params: { path: { id: groupId } } })
        const group = queryClient.getQueryData(groupQuery(groupId).queryKey)
        return group && isAttemptList(answer) ? { ...group, attempts: answer.attempts } : null
      },
      isDone: group => group !== undefined && !canRequestAttempt(group) && !hasReport(group),
    },
  )
}

/** Types are not checks: an answer without a running attempt does not say that the exam has begun. */
const isStarted = (answer: Group, groupId: number): boolean =>
  answer.id === groupId && runningAttempt(answer) !== null

/** Starts the exam (specification §4 and §7, `GET attempts/start`, a write); its answer replaces the group. */
export const useStartAttempt = (groupId: number, attemptId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('get', '/groups/{id}/attempts/start'))
  const isDone = (group: Group | undefined) => runningAttempt(group) !== null
  return useGroupWrite(
    'start exam',
    { groupId, attemptId },
    {
      send: async () => {
        try {
          const answer = completeGroup(await mutateAsync({ params: { path: { id: groupId } } }), groupId)
          return answer && isStarted(answer, groupId) ? answer : null
        } finally {
          // The tasks of an exam stand only while it runs.
          for (const { queryKey } of [taskStatusesQuery(groupId), groupListQuery()]) {
            void queryClient.invalidateQueries({ queryKey })
          }
        }
      },
      isDone,
    },
  )
}

/** Reads a group again because a person wants to know its state; one reading at a time. `error`: why the last one failed. */
export const useReadGroup = (groupId: number) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }),
  })
  return { read: () => (isPending ? undefined : mutate()), isReading: isPending, error }
}

/** What an update of an attempt's status brought. `at` is the server's time in milliseconds. */
export type UpdateOutcome =
  | { kind: 'changed'; at: number }
  | { kind: 'same'; at: number }
  | { kind: 'failed'; error: unknown }

const attemptIn = (queryClient: QueryClient, groupId: number, attemptId: number): Attempt | undefined =>
  attemptsOf(queryClient.getQueryData(groupQuery(groupId).queryKey)).find(({ id }) => id === attemptId)

/**
 * Asks for the present status of an attempt: by the payment check, as specification §4 says, and then the whole group,
 * for everything that the check does not carry. `update` resolves with null while another is under way.
 */
export const useAttemptUpdate = (groupId: number, attemptId: number) => {
  const queryClient = useQueryClient()
  const mutationKey = ['update attempt', attemptId]
  const check = async (): Promise<unknown> => {
    const { kind } = await readPaymentCheck(queryClient, groupId, attemptId)
    // What is said of another attempt is no answer to this question (F08).
    return kind === 'other' ? new ApiError({ kind: 'badResponse', operation: paymentOperation }) : null
  }
  const run = async (): Promise<UpdateOutcome> => {
    const before = attemptIn(queryClient, groupId, attemptId)
    const error = await check().catch((failure: unknown) => failure)
    const group = await readGroup(queryClient, groupId)
    const after = attemptIn(queryClient, groupId, attemptId)
    const at = serverClock.now()
    const isOther = group
      ? isOtherState(before, after)
      : knownStatus(before?.status) !== knownStatus(after?.status)
    if (isOther) return { kind: 'changed', at }
    return error ? { kind: 'failed', error } : { kind: 'same', at }
  }
  const { mutateAsync } = useMutation({ mutationKey, mutationFn: run })
  const isPending = useIsMutating({ mutationKey }) > 0
  const update = async (): Promise<UpdateOutcome | null> =>
    queryClient.isMutating({ mutationKey }) > 0 ? null : mutateAsync()
  return { update, isPending }
}
