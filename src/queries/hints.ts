import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { mutation } from '../api/query'
import type { Hint } from '../api/schema.gen'
import { textIn } from '../lib/text-in'
import type { Task } from './answers'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'
import { taskQuery } from './tasks'
import { isOutcomeUnknown } from './use-find-out'

export type HintOutcome =
  | { kind: 'taken' }
  /** What the next hint costs, or which one it is, is no longer what the person agreed to; nothing was taken. */
  | { kind: 'changed' }
  /** The answer held no hint (specification §7: a hint failure is an empty hint). */
  | { kind: 'empty' }
  /** `isUncertain`: it may have been taken, and the task did not answer either. */
  | { kind: 'failed'; error: unknown; isUncertain: boolean; takenBefore: number }

/** A hint that can be read: its text is what was paid for. */
export type ReadableHint = Hint & { text: string }

/** The hint in a value of any shape; null where there is no text. The specification shows none but "an object". */
export const readHint = (value: unknown): ReadableHint | null => {
  const text = textIn(value)
  return text === null ? null : { ...(typeof value === 'object' ? value : {}), text }
}

/** Every hint that was taken; none when the answer holds no list. */
export const takenHints = (task: Task): readonly unknown[] =>
  Array.isArray(task.hints_taken) ? task.hints_taken : []

const isSameOffer = (one: Task, other: Task): boolean =>
  takenHints(one).length === takenHints(other).length &&
  one.hints_left === other.hints_left &&
  one.hint_cost === other.hint_cost

const isSameHint = (one: ReadableHint | null, { id, text }: ReadableHint): boolean =>
  one !== null && (id === undefined ? one.text === text : one.id === id)

const withHint = (task: Task, hint: ReadableHint): Task => {
  const taken = takenHints(task)
  if (taken.some(one => isSameHint(readHint(one), hint))) return task
  // What the next one costs is for the server to say.
  const { hint_cost: _, ...rest } = task
  return {
    ...rest,
    hints_taken: [...(taken as Hint[]), hint],
    hints_left: Math.max(0, task.hints_left - 1),
  }
}

/** The cached task of a hint: read anew, and completed by what an answer brought. */
const useCachedTask = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  const task = taskQuery(groupId, taskId)
  return {
    /** Null when it does not answer. */
    readAgain: (): Promise<Task | null> =>
      queryClient.query({ ...task, staleTime: 0, retry: false }).catch(() => null),
    keep: (hint: ReadableHint): void => {
      queryClient.setQueryData(task.queryKey, (known: Task | undefined) => known && withHint(known, hint))
    },
    /** A hint that costs takes its points from every sum. */
    forgetSums: (): void => {
      const sums = [
        taskStatusesQuery(groupId),
        groupQuery(groupId),
        groupListQuery(),
        leaderboardQuery(groupId),
      ]
      for (const { queryKey } of sums) void queryClient.invalidateQueries({ queryKey })
    },
  }
}

/**
 * Takes the next hint of a task, one at a time wherever its button stands (specification §7, `GET hint`, a write). The
 * offer is read again first, so that nobody pays a price that was not shown, and what became of it is read from the task
 * after any answer or none: nothing paid is lost. `take` resolves with what happened, and with null while another is
 * under way.
 */
export const useTakeHint = (shown: Task) => {
  const { group_id: groupId, id: taskId } = shown
  const queryClient = useQueryClient()
  const { readAgain, keep, forgetSums } = useCachedTask(groupId, taskId)
  const { mutateAsync: call } = useMutation(mutation('get', '/groups/{group}/tasks/{task}/hint'))
  const mutationKey = ['take hint', groupId, taskId]

  const run = async (): Promise<HintOutcome> => {
    const before = (await readAgain()) ?? shown
    if (!isSameOffer(before, shown)) return { kind: 'changed' }
    const isMore = (after: Task | null) =>
      after !== null && takenHints(after).length > takenHints(before).length
    try {
      const answer = await call({ params: { path: { group: groupId, task: taskId } } })
      const hint = readHint((answer as { hint?: unknown } | null)?.hint ?? answer)
      if (hint) keep(hint)
      const after = await readAgain()
      if (!hint) return { kind: isMore(after) ? 'taken' : 'empty' }
      keep(hint)
      return { kind: 'taken' }
    } catch (error) {
      const after = await readAgain()
      if (isMore(after)) return { kind: 'taken' }
      const isUncertain = after === null && isOutcomeUnknown(error)
      return { kind: 'failed', error, isUncertain, takenBefore: takenHints(before).length }
    }
  }

  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    onSuccess: ({ kind }) => {
      if (kind === 'taken' && shown.hint_cost !== 0) forgetSums()
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const take = async (): Promise<HintOutcome | null> =>
    queryClient.isMutating({ mutationKey }) > 0 ? null : mutateAsync()
  /** Reads what became of a hint whose answer was lost; null when that is not known yet. */
  const find = async (lost: HintOutcome & { kind: 'failed' }): Promise<HintOutcome | null> => {
    const after = await readAgain()
    if (!after) return null
    if (takenHints(after).length <= lost.takenBefore) return { ...lost, isUncertain: false }
    if (shown.hint_cost !== 0) forgetSums()
    return { kind: 'taken' }
  }
  return { take, find, isPending }
}
