import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { completed, mutation, q } from '../api/query'
import type { FlagResults } from '../api/schema.gen'
import { completeTask, type Task } from './answers'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'

/** A platform that does not list the hints that were taken must not take them off the page. */
const keepHints = (before: unknown, next: unknown): unknown =>
  replaceEqualDeep(before, { hints_taken: (before as Task | undefined)?.hints_taken, ...(next as Task) })

export const taskQuery = (groupId: number, taskId: number) => ({
  ...completed(
    q('get', '/groups/{group}/tasks/{task}', { params: { path: { group: groupId, task: taskId } } }),
    answer => completeTask(answer, groupId, taskId),
  ),
  structuralSharing: keepHints,
})

/** Everything that a right flag changes: the task, the statuses, the group's sums and the scoreboard. */
const flagQueries = (groupId: number, taskId: number) => [
  taskQuery(groupId, taskId),
  taskStatusesQuery(groupId),
  groupQuery(groupId),
  groupListQuery(),
  leaderboardQuery(groupId),
]

/** Wrong flags change nothing but the attempts left, which come with the answer. */
const isAllWrong = (answer: FlagResults | null): boolean =>
  Array.isArray(answer?.results) &&
  answer.results.length > 0 &&
  answer.results.every(result => result?.verdict === 'incorrect')

/**
 * Sends flags (specification §7, `POST pass_flag`). Never sent again by itself: whether a lost answer was an
 * accepted flag is for the statuses to say. The screens follow in the background, so the verdict shows at once.
 */
export const useSubmitFlags = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync, reset } = useMutation({
    ...mutation('post', '/pass_flag'),
    gcTime: 0,
    onSuccess: answer => {
      if (isAllWrong(answer)) return
      for (const { queryKey } of flagQueries(groupId, taskId))
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const readSolved = useReadSolvedFlags(groupId, taskId)
  /** `before`: how many flags of the task were solved. */
  return async (flags: string[], before: number): Promise<FlagResults> => {
    const params = { query: { task_id: taskId, group_id: groupId } }
    // Once let go, no cache holds a flag (reliability V06).
    const answer: FlagResults | null = await mutateAsync({ params, body: { flags } }).finally(reset)
    const { results } = answer ?? {}
    const hasVerdicts = Array.isArray(results) && results.every(result => result?.verdict !== undefined)
    if (answer && hasVerdicts) return answer
    // An answer of another shape to a single flag: whether it was counted tells the verdict.
    const [flag] = flags
    if (typeof answer === 'object' && answer !== null && flag !== undefined && flags.length === 1) {
      const after = answer.solved === true ? before + 1 : (answer.flags_solved ?? (await readSolved()))
      if (after !== null)
        return { ...answer, results: [{ flag, verdict: after > before ? 'correct' : 'incorrect' }] }
    }
    if (answer && Array.isArray(results)) return answer
    // An empty success says nothing about the flags: the same as no answer.
    throw new ApiError({ kind: 'badResponse', operation: 'post /pass_flag', status: 200 })
  }
}

/**
 * Reads again how many flags of a task are solved, after an answer that never came. Null when that is not known
 * either; the cache follows when it is.
 */
export const useReadSolvedFlags = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  return async (): Promise<number | null> => {
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, taskId).queryKey })
    const statuses = await queryClient
      .query({ ...taskStatusesQuery(groupId), staleTime: 0, retry: false })
      .catch(() => null)
    if (!statuses) return null
    const status = statuses.find(one => one.task_id === taskId)
    if (typeof status?.flags_solved === 'number') return status.flags_solved
    // Statuses that say nothing of the task: its own flags do.
    const task = await queryClient
      .query({ ...taskQuery(groupId, taskId), staleTime: 0, retry: false })
      .catch(() => null)
    return Math.max(task?.flags.filter(flag => flag.solved).length ?? 0, status?.solved ? 1 : 0)
  }
}
