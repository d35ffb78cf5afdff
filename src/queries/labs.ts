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
import type { TaskPlace } from '../lib/last-task'
import type { Task } from './answers'
import { groupQuery, taskStatusesQuery } from './groups'
import { askedAt, askedNow, laterLab, shareLater } from './lab-later'
import { noteExtension, noteStart } from './lab-learning'
import { isSamePlace, labTracker } from './lab-tracker'
import { type LabState, labState } from './lab-view'
import { taskQuery } from './tasks'
import { isOutcomeUnknown, useFindOut } from './use-find-out'

/**
 * The lab of a task (specification §7, `GET status`). Whoever shows it reads this; asking again while it runs is the
 * watcher's alone (`lab-watch.ts`), so that one tab polls.
 */
export const labStatusQuery = (groupId: number, taskId: number) => {
  const query = q('get', '/status', { params: { query: { group_id: groupId, task_id: taskId } } })
  return {
    ...query,
    ...(query.queryFn && { queryFn: askedNow(query.queryFn) }),
    structuralSharing: shareLater,
    refetchOnWindowFocus: ({ state }: { state: { data?: LabStatus | undefined } }) =>
      labState(state.data) === 'off',
  }
}

/** Asks now, whatever is known; null when no answer came. */
const readLab = (queryClient: QueryClient, { groupId, taskId }: TaskPlace): Promise<LabStatus | null> =>
  queryClient.query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false }).catch(() => null)

const startLab = mutation('post', '/deploy')
const stopLab = mutation('post', '/undeploy')

type LabCall = { params: { query: { task_id: number; group_id: number } } }

const callOf = ({ groupId, taskId }: TaskPlace): LabCall => ({
  params: { query: { task_id: taskId, group_id: groupId } },
})

const isCallOf = (place: TaskPlace, variables: unknown): boolean => {
  const query = (variables as LabCall | undefined)?.params.query
  return query?.task_id === place.taskId && query.group_id === place.groupId
}

const labKeys = new Set<unknown>(['/deploy', '/undeploy'])

/** Clients in which a start and a stop were under way together: which came last is for the server to say. */
const crossed = new WeakSet<QueryClient>()

const haveCrossed = (queryClient: QueryClient): boolean => {
  const underWay = queryClient.isMutating({
    predicate: ({ options }) => labKeys.has(options.mutationKey?.[1]),
  })
  if (underWay > 1) crossed.add(queryClient)
  return underWay <= 1 && crossed.delete(queryClient)
}

/** Types are not checks: without a state the answer says nothing. */
const isStatus = (answer: LabStatus | null): answer is LabStatus => typeof answer?.status === 'string'

/**
 * Where the outcome of a call is shown: the cache, the statuses of the group, and every tab by the watcher. `isMissing` says
 * of the state after an answer without one whether nothing has come of the call; then it fails, as a `badResponse`.
 */
const useOutcome = (place: TaskPlace, operation: string, isMissing: (state: LabState) => boolean) => {
  const queryClient = useQueryClient()
  const { queryKey } = labStatusQuery(place.groupId, place.taskId)
  const drop = () => queryClient.cancelQueries({ queryKey })
  return {
    /** An answer that was asked for before the call tells of another time. */
    onMutate: drop,
    onSuccess: async (answer: LabStatus | null) => {
      await drop()
      if (!isStatus(answer)) {
        const found = await readLab(queryClient, place)
        // Nothing was said, and nothing has come of the click: that would be a failure without words.
        if (found && isMissing(labState(found))) throw new ApiError({ kind: 'badResponse', operation })
        return
      }
      // What a person has just brought about is later than whatever was known.
      askedAt(answer, Number.POSITIVE_INFINITY)
      queryClient.setQueryData(queryKey, old => laterLab(old, answer))
      if (labState(answer) !== 'off') labTracker.follow(place)
    },
    onError: () => void readLab(queryClient, place),
    onSettled: () => {
      if (haveCrossed(queryClient)) void readLab(queryClient, place)
      void queryClient.invalidateQueries({ queryKey: taskStatusesQuery(place.groupId).queryKey })
    },
  }
}

/** Reads the lab until it is known what became of a call whose answer was lost; the watcher goes on from there. */
const useFindLab = (place: TaskPlace, error: unknown): void => {
  const queryClient = useQueryClient()
  const [known, setKnown] = useState<unknown>(null)
  useFindOut(isOutcomeUnknown(error) && known !== error, async () => {
    if (await readLab(queryClient, place)) setKnown(error)
  })
}

/**
 * Starts a lab, or keeps a ready one working (specification §7, `POST deploy`). One call at a time for each lab, wherever its
 * buttons stand; never sent again by itself. `start` is for clicks alone.
 */
export const useStartLab = (place: TaskPlace) => {
  const queryClient = useQueryClient()
  const outcome = useOutcome(place, 'post /deploy', state => state === 'off')
  const { queryKey } = labStatusQuery(place.groupId, place.taskId)
  const { mutate, error, reset, submittedAt, context } = useMutation({
    ...startLab,
    ...outcome,
    onMutate: async () => {
      const askedIn = labState(queryClient.getQueryData(queryKey))
      await outcome.onMutate()
      return { askedIn }
    },
    onSuccess: async (answer: LabStatus | null) => {
      if (isStatus(answer)) noteExtension(place, queryClient.getQueryData(queryKey), answer)
      await outcome.onSuccess(answer)
    },
  })
  useFindLab(place, error)
  const { mutationKey } = startLab
  const isOwn = (one: Mutation) => isCallOf(place, one.state.variables)
  const isPending = useIsMutating({ mutationKey, predicate: isOwn }) > 0
  const start = () => {
    if (queryClient.isMutating({ mutationKey, predicate: isOwn }) > 0) return
    if (labState(queryClient.getQueryData(queryKey)) === 'off') noteStart(place)
    // A person who had stopped waiting for this lab waits for it again.
    if (isSamePlace(labTracker.get()?.place, place)) labTracker.setWatched(true)
    mutate(callOf(place))
  }
  return {
    start,
    isPending,
    error,
    /** The state in which the call that failed was asked for: a start is one in `off`, an extension one in `ready`. */
    failedIn: error ? context?.askedIn : undefined,
    failedAt: error ? submittedAt : null,
    reset,
  }
}

const isNoRecord = (error: unknown): boolean =>
  error instanceof ApiError && error.detail === 'record to undeploy not found'

/**
 * Stops a lab (specification §7, `POST undeploy`). "record to undeploy not found" is no failure: it is off already, and
 * `wasOff` says so, unless the state, read again, says otherwise. `stop` is for confirmed clicks alone.
 */
export const useStopLab = (place: TaskPlace) => {
  const queryClient = useQueryClient()
  const outcome = useOutcome(place, 'post /undeploy', state => state === 'starting' || state === 'ready')
  const { mutateAsync, error, reset, submittedAt } = useMutation({ ...stopLab, ...outcome })
  useFindLab(place, error)
  const { mutationKey } = stopLab
  const isOwn = (one: Mutation) => isCallOf(place, one.state.variables)
  const isPending = useIsMutating({ mutationKey, predicate: isOwn }) > 0
  /** Resolves when the server has answered, in whatever way, with whether nothing is left to stop. */
  const stop = async (): Promise<boolean> => {
    if (queryClient.isMutating({ mutationKey, predicate: isOwn }) > 0) return false
    return mutateAsync(callOf(place)).then(() => true, isNoRecord)
  }
  const { data, dataUpdatedAt } = useQuery({
    ...labStatusQuery(place.groupId, place.taskId),
    enabled: false,
  })
  const hasNoRecord = isNoRecord(error)
  // By a later reading it runs on: then a click that did nothing has to be told of.
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

/** A task as far as any screen has loaded it: its own page's, else its line in the list of the group. */
export const knownTask = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskPlace,
): Partial<Pick<Task, 'title' | 'status' | 'lab_expected_seconds'>> | undefined => {
  const task = queryClient.getQueryData(taskQuery(groupId, taskId).queryKey)
  if (task) return task
  const categories = queryClient.getQueryData(groupQuery(groupId).queryKey)?.categories
  if (!Array.isArray(categories)) return undefined
  return categories.flatMap(({ tasks }) => tasks ?? []).find(({ id }) => id === taskId)
}
