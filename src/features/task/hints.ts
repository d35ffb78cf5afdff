import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hint } from '../../../packages/contract/schema.gen'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import { mutation } from '../../api/query'
import type { Task } from '../../api/responses'
import { isOutcomeUnknown } from '../../api/use-poll-outcome'
import { extractText } from '../../lib/text'

export type HintOutcome =
  | { kind: 'taken' }
  /** The price or the next hint has changed since it was shown; nothing was taken. */
  | { kind: 'changed' }
  /** The response contained no hint. */
  | { kind: 'empty' }
  /** `isUncertain`: the hint may have been taken, and the task couldn't be refetched. */
  | { kind: 'failed'; error: unknown; isUncertain: boolean; takenBefore: number }

export type ReadableHint = Hint & { text: string }

/** Parses a hint of any shape; null without a text. The contract only says "an object". */
export const parseHint = (value: unknown): ReadableHint | null => {
  const text = extractText(value)
  return text === null ? null : { ...(typeof value === 'object' ? value : {}), text }
}

/** All taken hints; empty when the response has no list. */
export const getTakenHints = (task: Task): readonly unknown[] =>
  Array.isArray(task.hints_taken) ? task.hints_taken : []

/** The limit of the contract. */
const MAX_HINTS = 50

/** Null if the server doesn't say. */
const parseHintsLeft = ({ hints_left: left, has_hint }: Task): number | null => {
  if (left !== undefined && Number.isInteger(left) && left >= 0 && left <= MAX_HINTS) return left
  return has_hint === false ? 0 : null
}

/** Taken and left; null if the server doesn't say how many are left. */
export const countHints = (task: Task): number | null => {
  const left = parseHintsLeft(task)
  return left === null ? null : getTakenHints(task).length + left
}

export const parseCost = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 ? value : null

/** Prices of the hints that are left, the next one first; null if unknown. A list that doesn't fit the task is ignored. */
export const getHintCosts = (task: Task): (number | null)[] => {
  // Where their number is unknown, one may be left.
  const length = parseHintsLeft(task) ?? 1
  const next = parseCost(task.hint_cost)
  const list: unknown = task.hint_costs
  const isUsable = Array.isArray(list) && list.length === length && (next === null || list[0] === next)
  const costs: unknown[] = isUsable ? list : [next]
  return Array.from({ length }, (_, at) => parseCost(costs[at]))
}

const isSameOffer = (one: Task, other: Task): boolean =>
  getTakenHints(one).length === getTakenHints(other).length &&
  one.hints_left === other.hints_left &&
  getHintCosts(one)[0] === getHintCosts(other)[0]

const isSameHint = (one: ReadableHint | null, { id, text }: ReadableHint): boolean =>
  one !== null && (id === undefined ? one.text === text : one.id === id)

const withHint = (task: Task, hint: ReadableHint): Task => {
  const taken = getTakenHints(task)
  if (taken.some(one => isSameHint(parseHint(one), hint))) return task
  const { hint_cost: _, hints_left: left, ...rest } = task
  return {
    ...rest,
    hint_costs: getHintCosts(task).slice(1) as number[],
    hints_taken: [...(taken as Hint[]), hint],
    ...(left !== undefined && { hints_left: Math.max(0, left - 1) }),
  }
}

/**
 * Takes the next hint (a GET that writes), one at a time per task. Refetches the task before, so that the user pays the
 * shown price, and after, so that a paid hint isn't lost with its response. `take` resolves with the outcome, or with
 * null while another call is pending.
 */
export const useTakeHint = (shown: Task) => {
  const { group_id: groupId, id: taskId } = shown
  const queryClient = useQueryClient()
  const { mutateAsync: call } = useMutation(mutation('takeHint'))
  const mutationKey = ['take hint', groupId, taskId]
  const task = taskQuery(groupId, taskId)

  /** Null when there is no response. */
  const refetch = (): Promise<Task | null> =>
    queryClient.query({ ...task, staleTime: 0, retry: false }).catch(() => null)
  const addHint = (hint: ReadableHint): void => {
    queryClient.setQueryData(task.queryKey, (known: Task | undefined) => known && withHint(known, hint))
  }
  /** A hint with a cost changes all totals. */
  const invalidateTotals = (): void => {
    if (getHintCosts(shown)[0] === 0) return
    for (const { queryKey } of [
      taskStatusesQuery(groupId),
      groupQuery(groupId),
      groupListQuery(),
      leaderboardQuery(groupId),
    ])
      void queryClient.invalidateQueries({ queryKey })
  }

  const run = async (): Promise<HintOutcome> => {
    const before = (await refetch()) ?? shown
    if (!isSameOffer(before, shown)) return { kind: 'changed' }
    const hasNewHint = (after: Task | null) =>
      after !== null && getTakenHints(after).length > getTakenHints(before).length
    try {
      const answer = await call({ params: { path: { group: groupId, task: taskId } } })
      const hint = parseHint((answer as { hint?: unknown } | null)?.hint ?? answer)
      if (hint) addHint(hint)
      const after = await refetch()
      if (!hint) return { kind: hasNewHint(after) ? 'taken' : 'empty' }
      addHint(hint)
      return { kind: 'taken' }
    } catch (error) {
      const after = await refetch()
      if (hasNewHint(after)) return { kind: 'taken' }
      const isUncertain = after === null && isOutcomeUnknown(error)
      return { kind: 'failed', error, isUncertain, takenBefore: getTakenHints(before).length }
    }
  }

  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    onSuccess: ({ kind }) => {
      if (kind === 'taken') invalidateTotals()
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const take = async (): Promise<HintOutcome | null> =>
    queryClient.isMutating({ mutationKey }) > 0 ? null : mutateAsync()
  /** Checks what became of a hint without a response; null when still unknown. */
  const findOutcome = async (lost: HintOutcome & { kind: 'failed' }): Promise<HintOutcome | null> => {
    const after = await refetch()
    if (!after) return null
    if (getTakenHints(after).length <= lost.takenBefore) return { ...lost, isUncertain: false }
    invalidateTotals()
    return { kind: 'taken' }
  }
  return { take, findOutcome, isPending }
}
