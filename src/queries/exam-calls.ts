import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, isRefusal } from '../api/errors'
import { mutation } from '../api/query'
import type { Attempt, AttemptList, Group } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { knownStatus } from './attempt-rules'
import { paymentCheckQuery, replaceAttempt } from './exam'
import { attemptsOf, canRequestAttempt, runningAttempt } from './exam-view'
import { groupListQuery, groupQuery, taskStatusesQuery } from './groups'

/** What became of a request for an attempt or of a start. */
export type WriteOutcome =
  | { kind: 'done' }
  /** No usable answer came, and the group, read again, says that it has happened all the same. */
  | { kind: 'found' }
  /** No usable answer came, and the group, read again, says that nothing has happened. */
  | { kind: 'notDone' }
  /** Neither answered. `seenAt` is the reading of the group that was known then. */
  | { kind: 'unknown'; seenAt: number }
  | { kind: 'refused'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

interface GroupWrite {
  /** Sends the call. Resolves with the group as the answer makes it, or with null when the answer says nothing usable. */
  send: () => Promise<Group | null>
  /** Whether a group says that the call has had its effect. */
  isDone: (group: Group | undefined) => boolean
}

/** Asks now, and never takes the answer to an earlier question; null when no answer came. */
const readGroup = async (queryClient: QueryClient, groupId: number): Promise<Group | null> => {
  const query = groupQuery(groupId)
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  const readAt = () => queryClient.getQueryState(query.queryKey)?.dataUpdatedAt
  const before = readAt()
  const group = await queryClient.query({ ...query, staleTime: 0, retry: false }).catch(() => null)
  // Whoever is cancelled in favour of another reading gets what was known before.
  return readAt() === before ? null : group
}

/** The application said no, or asked to wait: nothing has happened. After every other failure nobody knows. */
const hasRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isRefusal(error) || error.status === 429)

/**
 * A write about a group's exam: one at a time for each group wherever its buttons stand, sent by a click alone and never
 * again by itself. Whatever became of it is kept with the client, so that it outlives the screen that asked.
 */
const useGroupWrite = (
  name: string,
  { groupId, attemptId }: { groupId: number; attemptId: number },
  { send, isDone }: GroupWrite,
) => {
  const queryClient = useQueryClient()
  const { queryKey } = groupQuery(groupId)
  const mutationKey = [name, groupId, attemptId]
  const run = async (): Promise<WriteOutcome> => {
    if (!navigator.onLine) return { kind: 'offline' }
    // An answer that was asked for before the call tells of another time.
    await queryClient.cancelQueries({ queryKey })
    try {
      const group = await send()
      await queryClient.cancelQueries({ queryKey })
      if (group) {
        queryClient.setQueryData(queryKey, group)
        return { kind: 'done' }
      }
    } catch (error) {
      if (hasRefused(error)) {
        await readGroup(queryClient, groupId)
        return { kind: 'refused', error }
      }
    }
    const group = await readGroup(queryClient, groupId)
    if (group) return { kind: isDone(group) ? 'found' : 'notDone' }
    return { kind: 'unknown', seenAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0 }
  }
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    networkMode: 'always',
    retry: 0,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const { data, dataUpdatedAt } = useQuery({ ...groupQuery(groupId), enabled: false })
  const isPending = useIsMutating({ mutationKey: [name, groupId] }) > 0
  const kept = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state.data as WriteOutcome | undefined,
  }).at(-1)
  const forget = () => {
    const cache = queryClient.getMutationCache()
    for (const one of cache.findAll({ mutationKey, status: 'success' })) cache.remove(one)
  }
  // A later reading of the group, whoever asked for it, settles what was not known.
  const isSettled = kept?.kind === 'unknown' && kept.seenAt !== dataUpdatedAt
  const outcome: WriteOutcome | null = isSettled
    ? { kind: isDone(data) ? 'found' : 'notDone' }
    : (kept ?? null)
  return {
    /** For clicks alone. Does nothing while another is under way or its outcome is not known. */
    send: (): void => {
      if (queryClient.isMutating({ mutationKey: [name, groupId] }) > 0 || outcome?.kind === 'unknown') return
      forget()
      mutateAsync().catch(() => null)
    },
    isPending,
    outcome,
    /** The person has read what became of it. */
    forget,
  }
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
      isDone: group => group !== undefined && !canRequestAttempt(group),
    },
  )
}

/** Types are not checks: an answer without a running attempt does not say that the exam has begun. */
const isStarted = (answer: Group | null, groupId: number): answer is Group =>
  answer?.id === groupId && Array.isArray(answer.categories) && runningAttempt(answer) !== null

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
          const answer = await mutateAsync({ params: { path: { id: groupId } } })
          return isStarted(answer, groupId) ? answer : null
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
    const answer = await queryClient.query({ ...paymentCheckQuery(attemptId), staleTime: 0, retry: false })
    // What is said of another attempt is no answer to this question (F08).
    if (answer.id !== attemptId || typeof answer.status !== 'string') {
      throw new ApiError({ kind: 'badResponse', operation: 'post /groups/payment/order_status/extended' })
    }
    replaceAttempt(queryClient, groupId, answer)
    return null
  }
  const run = async (): Promise<UpdateOutcome> => {
    const before = attemptIn(queryClient, groupId, attemptId)
    const error = await check().catch((failure: unknown) => failure)
    const group = await readGroup(queryClient, groupId)
    const after = attemptIn(queryClient, groupId, attemptId)
    const at = serverClock.now()
    const isOther = group
      ? JSON.stringify(before) !== JSON.stringify(after)
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
