import {
  type Mutation,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/errors'
import { mutation, q } from '../api/query'
import type { LabStatus } from '../api/schema.gen'
import type { TaskRef } from '../lib/last-task'
import { groupQuery, taskStatusesQuery } from './groups'
import { recordExtension, recordStartClick } from './lab-timing'
import { isSameTask, labTracker } from './lab-tracker'
import { type LabState, labState } from './lab-view'
import { mergeLabStatus, setRequestTime, shareLabStatus, withRequestTime } from './merge-lab-status'
import type { Task } from './responses'
import { taskQuery } from './tasks'
import { isOutcomeUnknown, usePollOutcome } from './use-poll-outcome'

/** Status of a task's lab. Only `lab-poller.ts` polls it, so that a single tab does. */
export const labStatusQuery = (groupId: number, taskId: number) => {
  const query = q('get', '/status', { params: { query: { group_id: groupId, task_id: taskId } } })
  return {
    ...query,
    ...(query.queryFn && { queryFn: withRequestTime(query.queryFn) }),
    structuralSharing: shareLabStatus,
    refetchOnWindowFocus: ({ state }: { state: { data?: LabStatus | undefined } }) =>
      labState(state.data) === 'off',
  }
}

/** Fetches now; null when there is no response. */
const refetchLab = (queryClient: QueryClient, { groupId, taskId }: TaskRef): Promise<LabStatus | null> =>
  queryClient.query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false }).catch(() => null)

const startLab = mutation('post', '/deploy')
const stopLab = mutation('post', '/undeploy')

type LabCall = { params: { query: { task_id: number; group_id: number } } }

const toVariables = ({ groupId, taskId }: TaskRef): LabCall => ({
  params: { query: { task_id: taskId, group_id: groupId } },
})

const isForTask = (task: TaskRef, variables: unknown): boolean => {
  const query = (variables as LabCall | undefined)?.params.query
  return query?.task_id === task.taskId && query.group_id === task.groupId
}

const LAB_PATHS = new Set<unknown>(['/deploy', '/undeploy'])

/** Clients with overlapping start and stop calls; only the server knows which one won. */
const overlapping = new WeakSet<QueryClient>()

const wereOverlapping = (queryClient: QueryClient): boolean => {
  const underWay = queryClient.isMutating({
    predicate: ({ options }) => LAB_PATHS.has(options.mutationKey?.[1]),
  })
  if (underWay > 1) overlapping.add(queryClient)
  return underWay <= 1 && overlapping.delete(queryClient)
}

/** Runtime check: without a status the response is unusable. */
const isStatus = (answer: LabStatus | null): answer is LabStatus => typeof answer?.status === 'string'

/**
 * Applies a call's response to the cache. For an unusable response it refetches the status; `isMissing` says whether
 * that status shows no effect of the call, which is then a `badResponse`.
 */
const useLabOutcome = (task: TaskRef, operation: string, isMissing: (state: LabState) => boolean) => {
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
        if (found && isMissing(labState(found))) throw new ApiError({ kind: 'badResponse', operation })
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

/** Starts or extends a lab. One call at a time per lab, on clicks only, never retried. */
export const useStartLab = (task: TaskRef) => {
  const queryClient = useQueryClient()
  const outcome = useLabOutcome(task, 'post /deploy', state => state === 'off')
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
  const { mutationKey } = startLab
  const isOfTask = (one: Mutation) => isForTask(task, one.state.variables)
  const isPending = useIsMutating({ mutationKey, predicate: isOfTask }) > 0
  const start = () => {
    if (queryClient.isMutating({ mutationKey, predicate: isOfTask }) > 0) return
    if (labState(queryClient.getQueryData(queryKey)) === 'off') recordStartClick(task)
    // The user waits for this lab again.
    if (isSameTask(labTracker.get()?.task, task)) labTracker.setPolled(true)
    mutate(toVariables(task))
  }
  return {
    start,
    isPending,
    error,
    /** The state at the time of the failed call: `off` for a start, `ready` for an extension. */
    failedIn: error ? context?.askedIn : undefined,
    failedAt: error ? submittedAt : null,
    reset,
  }
}

const isNoRecordError = (error: unknown): boolean =>
  error instanceof ApiError && error.detail === 'record to undeploy not found'

/**
 * Stops a lab. "record to undeploy not found" counts as success with `wasOff`, unless a refetch shows a running lab.
 * Call `stop` on confirmed clicks only.
 */
export const useStopLab = (task: TaskRef) => {
  const queryClient = useQueryClient()
  const outcome = useLabOutcome(task, 'post /undeploy', state => state === 'starting' || state === 'ready')
  const { mutateAsync, error, reset, submittedAt } = useMutation({ ...stopLab, ...outcome })
  usePollLabOutcome(task, error)
  const { mutationKey } = stopLab
  const isOwn = (one: Mutation) => isForTask(task, one.state.variables)
  const isPending = useIsMutating({ mutationKey, predicate: isOwn }) > 0
  /** Resolves after the response with whether nothing is left to stop. */
  const stop = async (): Promise<boolean> => {
    if (queryClient.isMutating({ mutationKey, predicate: isOwn }) > 0) return false
    return mutateAsync(toVariables(task)).then(() => true, isNoRecordError)
  }
  const { data, dataUpdatedAt } = useQuery({
    ...labStatusQuery(task.groupId, task.taskId),
    enabled: false,
  })
  const hasNoRecord = isNoRecordError(error)
  // The lab still runs, so the click had no effect.
  const isRunning = dataUpdatedAt > submittedAt && data !== undefined && labState(data) !== 'off'
  const wasOff = hasNoRecord && !isRunning
  return {
    stop,
    isPending,
    error: wasOff ? null : error,
    wasOff,
    failedAt: error ? submittedAt : null,
    reset,
  }
}

/** A task in the cache: of its own page, else of the group's list. */
export const getCachedTask = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskRef,
): Partial<Pick<Task, 'title' | 'status' | 'lab_expected_seconds'>> | undefined => {
  const task = queryClient.getQueryData(taskQuery(groupId, taskId).queryKey)
  if (task) return task
  const categories = queryClient.getQueryData(groupQuery(groupId).queryKey)?.categories
  if (!Array.isArray(categories)) return undefined
  return categories.flatMap(({ tasks }) => tasks ?? []).find(({ id }) => id === taskId)
}
