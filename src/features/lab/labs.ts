import {
  type Mutation,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabStatus } from '../../../packages/contract/schema.gen'
import { ApiError, type CallName } from '../../api/errors'
import { groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import { mutation, q, stopWaiting } from '../../api/query'
import type { Task } from '../../api/responses'
import { isSameTask, type TaskRef } from '../../api/task-ref'
import { isOutcomeUnknown, usePollOutcome } from '../../api/use-poll-outcome'
import { formatTime } from '../../lib/format'
import { useIsSlow, useOnChange, useServerSecond } from '../../lib/hooks'
import { useStore } from '../../lib/store'
import { labHistory, labTracker, recordExtension, recordStartClick } from './lab-storage'
import {
  isLabRunning,
  type LabView,
  labState,
  mergeLabStatus,
  setRequestTime,
  shareLabStatus,
  toLabView,
  withRequestTime,
} from './model'

/** Status of a task's lab. Only `lab-poller.ts` polls it, so that a single tab does. */
export const labStatusQuery = (groupId: number, taskId: number) => {
  const query = q('getLabStatus', { params: { query: { group_id: groupId, task_id: taskId } } })
  return {
    ...query,
    ...(query.queryFn && { queryFn: withRequestTime(query.queryFn) }),
    structuralSharing: shareLabStatus,
    refetchOnWindowFocus: ({ state }: { state: { data?: LabStatus | undefined } }) =>
      labState(state.data) === 'off',
  }
}

/** The status in the cache; never fetches. */
export const useCachedLab = (groupId: number, taskId: number) =>
  useQuery({ ...labStatusQuery(groupId, taskId), enabled: false })

/** Fetches now; null when there is no response. */
export const refetchLab = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskRef,
): Promise<LabStatus | null> =>
  queryClient.query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false }).catch(() => null)

const startLab = mutation('startLab')
const stopLab = mutation('stopLab')
type LabMutation = typeof startLab | typeof stopLab

type LabCall = { params: { query: { task_id: number; group_id: number } } }

const toVariables = ({ groupId, taskId }: TaskRef): LabCall => ({
  params: { query: { task_id: taskId, group_id: groupId } },
})

const isForTask = ({ groupId, taskId }: TaskRef, variables: unknown): boolean => {
  const query = (variables as LabCall | undefined)?.params.query
  return query?.task_id === taskId && query.group_id === groupId
}

/** Clients with overlapping start and stop calls; only the server knows which one won. */
const overlapping = new WeakSet<QueryClient>()

const wereOverlapping = (queryClient: QueryClient): boolean => {
  const count = ({ mutationKey }: LabMutation) => queryClient.isMutating({ mutationKey })
  const underWay = count(startLab) + count(stopLab)
  if (underWay > 1) overlapping.add(queryClient)
  return underWay <= 1 && overlapping.delete(queryClient)
}

/** Whether a call is pending for this lab, also one by another component. */
const usePendingCall = (task: TaskRef, { mutationKey }: LabMutation) => {
  const queryClient = useQueryClient()
  const calls = { mutationKey, predicate: (one: Mutation) => isForTask(task, one.state.variables) }
  return { isPending: useIsMutating(calls) > 0, isPendingNow: () => queryClient.isMutating(calls) > 0 }
}

/** Runtime check: without a status the response is unusable. */
const isStatus = (answer: LabStatus | null): answer is LabStatus => typeof answer?.status === 'string'

/** Applies a response to the cache; refetches after an unusable one. `isMissing`: no effect of the call is seen. */
const useLabOutcome = (task: TaskRef, operation: CallName, isMissing: (status: LabStatus) => boolean) => {
  const queryClient = useQueryClient()
  const { queryKey } = labStatusQuery(task.groupId, task.taskId)
  const drop = () => queryClient.cancelQueries({ queryKey })
  return {
    /** Responses requested before the call are outdated. */
    onMutate: drop,
    onSuccess: async (answer: LabStatus | null) => {
      await drop()
      if (!isStatus(answer)) {
        const found = await refetchLab(queryClient, task)
        // The click had no effect, so report a failure.
        if (found && isMissing(found)) throw new ApiError({ kind: 'badResponse', operation })
        return
      }
      // The response to a click is newer than anything known.
      setRequestTime(answer, Number.POSITIVE_INFINITY)
      queryClient.setQueryData(queryKey, old => mergeLabStatus(old, answer))
      if (labState(answer) !== 'off') labTracker.track(task)
    },
    onError: () => void refetchLab(queryClient, task),
    onSettled: () => {
      if (wereOverlapping(queryClient)) void refetchLab(queryClient, task)
      void queryClient.invalidateQueries({ queryKey: taskStatusesQuery(task.groupId).queryKey })
    },
  }
}

/** Refetches the status until the outcome of an unanswered call is known; then the poller continues. */
const usePollLabOutcome = (task: TaskRef, error: unknown): void => {
  const queryClient = useQueryClient()
  const [known, setKnown] = useState<unknown>(null)
  usePollOutcome(isOutcomeUnknown(error) && known !== error, async () => {
    if (await refetchLab(queryClient, task)) setKnown(error)
  })
}

/**
 * While the answer of a call is late, the status is read. Once it shows the effect, the answer is no longer
 * awaited: it would be older than what is known.
 */
const useLateAnswer = (
  task: TaskRef,
  { mutationKey }: LabMutation,
  { isPending, isDone }: { isPending: boolean; isDone: boolean },
) => {
  const queryClient = useQueryClient()
  const isLate = useIsSlow(isPending)
  const stop = () =>
    stopWaiting(queryClient, { mutationKey, predicate: one => isForTask(task, one.state.variables) })
  usePollOutcome(isLate, () => refetchLab(queryClient, task))
  const isOver = isLate && isDone
  useOnChange(isOver, () => {
    if (isOver) stop()
  })
  return stop
}

/** Starts or extends a lab. One call at a time per lab, on clicks only, never retried. */
export const useStartLab = (task: TaskRef) => {
  const queryClient = useQueryClient()
  const outcome = useLabOutcome(task, 'startLab', status => labState(status) === 'off')
  const { queryKey } = labStatusQuery(task.groupId, task.taskId)
  const { mutate, error, reset, submittedAt, context } = useMutation({
    ...startLab,
    ...outcome,
    onMutate: async () => {
      const initialState = labState(queryClient.getQueryData(queryKey))
      await outcome.onMutate()
      return { askedIn: initialState }
    },
    onSuccess: async (answer: LabStatus | null) => {
      if (isStatus(answer)) recordExtension(task, queryClient.getQueryData(queryKey), answer)
      await outcome.onSuccess(answer)
    },
  })
  usePollLabOutcome(task, error)
  const { isPending, isPendingNow } = usePendingCall(task, startLab)
  const { data } = useCachedLab(task.groupId, task.taskId)
  // An extension shows by its new end only, which the answer brings too.
  const isDone = context?.askedIn === 'off' && data !== undefined && isLabRunning(data)
  const stopWaitingForIt = useLateAnswer(task, startLab, { isPending, isDone })
  const start = () => {
    if (isPendingNow()) return
    if (labState(queryClient.getQueryData(queryKey)) === 'off') recordStartClick(task)
    // The user waits for this lab again.
    if (isSameTask(labTracker.get()?.task, task)) labTracker.setPolled(true)
    mutate(toVariables(task))
  }
  return {
    start,
    isPending,
    /** Ends the wait for the answer. */
    stopWaiting: stopWaitingForIt,
    error,
    /** The state at the time of the failed call: `off` for a start, `ready` for an extension. */
    failedIn: error ? context?.askedIn : undefined,
    failedAt: error ? submittedAt : null,
    reset,
  }
}

const isNoRecordError = (error: unknown): boolean =>
  error instanceof ApiError && error.detail === 'record to undeploy not found'

/** "record to undeploy not found" is a success (`wasOff`) unless a refetch shows a running lab. On confirmed clicks only. */
export const useStopLab = (task: TaskRef) => {
  const outcome = useLabOutcome(task, 'stopLab', isLabRunning)
  const { mutateAsync, error, reset, submittedAt } = useMutation({ ...stopLab, ...outcome })
  usePollLabOutcome(task, error)
  const { isPending, isPendingNow } = usePendingCall(task, stopLab)
  /** Resolves after the response with its error; null when nothing is left to stop. */
  const stop = async (): Promise<ApiError | null> =>
    isPendingNow()
      ? new ApiError({ kind: 'aborted', operation: 'stopLab' })
      : mutateAsync(toVariables(task)).then(
          () => null,
          failure => (isNoRecordError(failure) ? null : failure),
        )
  const { data, dataUpdatedAt } = useCachedLab(task.groupId, task.taskId)
  const stopWaitingForIt = useLateAnswer(task, stopLab, { isPending, isDone: labState(data) === 'off' })
  // The lab still runs, so the click had no effect.
  const isRunning = dataUpdatedAt > submittedAt && data !== undefined && labState(data) !== 'off'
  const wasOff = isNoRecordError(error) && !isRunning
  return {
    stop,
    isPending,
    /** Ends the wait for the answer. */
    stopWaiting: stopWaitingForIt,
    error: wasOff ? null : error,
    wasOff,
    failedAt: error ? submittedAt : null,
    reset,
  }
}

/** The task in the cache: of its own page, else of the group's list. */
const getCachedTask = (queryClient: QueryClient, { groupId, taskId }: TaskRef) => {
  const task: Pick<Task, 'title' | 'status' | 'lab_expected_seconds'> | undefined =
    queryClient.getQueryData(taskQuery(groupId, taskId).queryKey) ??
    queryClient
      .getQueryData(groupQuery(groupId).queryKey)
      ?.categories?.flatMap(({ tasks }) => tasks)
      .find(({ id }) => id === taskId)
  return task
}

const NO_LAB = { groupId: 0, taskId: 0 }

/** The running lab with its status and its task in the cache; `LabPoller` sends the requests. */
const useTrackedLab = () => {
  const queryClient = useQueryClient()
  const tracked = useStore(labTracker)
  const labTask = tracked?.task ?? NO_LAB
  const { data } = useCachedLab(labTask.groupId, labTask.taskId)
  return { tracked, labTask, data, task: getCachedTask(queryClient, labTask) }
}

/** Null if no lab is running, or before the first response. */
export const useRunningLab = () => {
  const { tracked, labTask, data, task } = useTrackedLab()
  const view = toLabView(data, {
    now: useServerSecond(tracked !== null),
    isTaskOpen: task?.status !== 'disabled',
    life: tracked && labHistory.life(labTask.taskId),
    expectedSeconds: task?.lab_expected_seconds,
  })
  if (!tracked || !data || view.state === 'off') return null
  return { labTask, view, title: task?.title ?? null, isPolled: tracked.isPolled }
}

export type RunningLab = NonNullable<ReturnType<typeof useRunningLab>>

/** Names the new end. */
export const useExtendLabel = ({ extendsTo, isExtensionGuessed }: LabView): string => {
  const { t, i18n } = useTranslation('lab')
  if (extendsTo === null) return t('extend.again')
  const time = formatTime(extendsTo, i18n.language)
  return t(isExtensionGuessed ? 'extend.about' : 'extend.to', { time })
}

/** When the ready lab of a group stops, in server time; null without one. */
export const useLabEnd = (groupId: number, now: number) => {
  const { labTask, data, task } = useTrackedLab()
  const { left, expiresAt } = toLabView(data, { now })
  if (labTask.groupId !== groupId || !left || expiresAt === null) return null
  return { taskId: labTask.taskId, title: task?.title ?? null, endsAt: expiresAt }
}

export type LabEnd = NonNullable<ReturnType<typeof useLabEnd>>
