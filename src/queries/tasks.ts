import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { mutation, q } from '../api/query'
import type { FlagResults } from '../api/schema.gen'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'

export const taskQuery = (groupId: number, taskId: number) =>
  q('get', '/groups/{group}/tasks/{task}', { params: { path: { group: groupId, task: taskId } } })

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
  return async (flags: string[]): Promise<FlagResults> => {
    const params = { query: { task_id: taskId, group_id: groupId } }
    // Once let go, no cache holds a flag (reliability V06).
    const answer: FlagResults | null = await mutateAsync({ params, body: { flags } }).finally(reset)
    // An empty success says nothing about the flags: the same as no answer.
    if (Array.isArray(answer?.results)) return answer
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
    return statuses && (statuses.find(status => status.task_id === taskId)?.flags_solved ?? 0)
  }
}
