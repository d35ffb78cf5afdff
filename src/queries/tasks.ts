import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { mutation, q, withTransform } from '../api/query'
import type { FlagResults } from '../api/schema.gen'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'
import { completeTask, type Task } from './responses'

/** Keeps the taken hints when a response doesn't list them. */
const mergeHints = (before: unknown, next: unknown): unknown =>
  replaceEqualDeep(before, { hints_taken: (before as Task | undefined)?.hints_taken, ...(next as Task) })

export const taskQuery = (groupId: number, taskId: number) => ({
  ...withTransform(
    q('get', '/groups/{group}/tasks/{task}', { params: { path: { group: groupId, task: taskId } } }),
    answer => completeTask(answer, groupId, taskId),
  ),
  structuralSharing: mergeHints,
})

/** Queries that a correct flag changes. */
const getFlagQueries = (groupId: number, taskId: number) => [
  taskQuery(groupId, taskId),
  taskStatusesQuery(groupId),
  groupQuery(groupId),
  groupListQuery(),
  leaderboardQuery(groupId),
]

/** Wrong flags only change the attempts left, which the response contains. */
const isAllWrong = (answer: FlagResults | null): boolean =>
  Array.isArray(answer?.results) &&
  answer.results.length > 0 &&
  answer.results.every(result => result?.verdict === 'incorrect')

/**
 * Submits flags. Never retried: the statuses show whether an unanswered submission was accepted. Queries are refetched
 * in the background, so the verdict shows immediately.
 */
export const useSubmitFlags = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync, reset } = useMutation({
    ...mutation('post', '/pass_flag'),
    gcTime: 0,
    onSuccess: answer => {
      if (isAllWrong(answer)) return
      for (const { queryKey } of getFlagQueries(groupId, taskId))
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const readSolved = useRefetchSolvedFlags(groupId, taskId)
  /** @param before number of solved flags of the task before */
  return async (flags: string[], before: number): Promise<FlagResults> => {
    const params = { query: { task_id: taskId, group_id: groupId } }
    // Removes the flags from the mutation cache (V06).
    const answer: FlagResults | null = await mutateAsync({ params, body: { flags } }).finally(reset)
    const { results } = answer ?? {}
    const hasVerdicts = Array.isArray(results) && results.every(result => result?.verdict !== undefined)
    if (answer && hasVerdicts) return answer
    // A response of another shape to a single flag: derive the verdict from the count.
    const [flag] = flags
    if (typeof answer === 'object' && answer !== null && flag !== undefined && flags.length === 1) {
      const after = answer.solved === true ? before + 1 : (answer.flags_solved ?? (await readSolved()))
      if (after !== null)
        return { ...answer, results: [{ flag, verdict: after > before ? 'correct' : 'incorrect' }] }
    }
    if (answer && Array.isArray(results)) return answer
    // An empty success counts as no response.
    throw new ApiError({ kind: 'badResponse', operation: 'post /pass_flag', status: 200 })
  }
}

/** Refetches how many flags of a task are solved, after a lost response; null when unknown. */
export const useRefetchSolvedFlags = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  return async (): Promise<number | null> => {
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, taskId).queryKey })
    const statuses = await queryClient
      .query({ ...taskStatusesQuery(groupId), staleTime: 0, retry: false })
      .catch(() => null)
    if (!statuses) return null
    const status = statuses.find(one => one.task_id === taskId)
    if (typeof status?.flags_solved === 'number') return status.flags_solved
    // The statuses don't contain the task: count its own flags.
    const task = await queryClient
      .query({ ...taskQuery(groupId, taskId), staleTime: 0, retry: false })
      .catch(() => null)
    return Math.max(task?.flags.filter(flag => flag.solved).length ?? 0, status?.solved ? 1 : 0)
  }
}
