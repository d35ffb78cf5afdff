import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '../api/query'
import { groupListQuery, groupQuery, taskStatusesQuery } from './groups'
import type { Group, TaskSummary } from './responses'
import { isShown } from './task-progress'
import { taskQuery } from './tasks'
import { isOutcomeUnknown, usePollOutcome } from './use-poll-outcome'

const OPERATION = ['patch', '/groups/{group}/tasks/{task}/change_visible'] as const

type TaskVisibility = Pick<TaskSummary, 'visible' | 'status'>

export const isVisibleToStudents = (task: TaskVisibility): boolean => isShown(task, false)

/** Making a hidden task visible also changes its status. */
const toVisibility = ({ status }: TaskVisibility, visible: boolean): TaskVisibility => ({
  visible,
  status: visible && status === 'hidden' ? 'active' : status,
})

/** Changes one task and keeps concurrent changes of others. */
const withTask = (group: Group, taskId: number, change: TaskVisibility): Group => ({
  ...group,
  categories: group.categories.map(category =>
    category.tasks.some(({ id }) => id === taskId)
      ? {
          ...category,
          tasks: category.tasks.map(task => (task.id === taskId ? { ...task, ...change } : task)),
        }
      : category,
  ),
})

/** Updates both cached copies of the task; an emptied cache stays empty. */
const applyChange = (
  queryClient: QueryClient,
  groupId: number,
  taskId: number,
  change: TaskVisibility,
): void => {
  queryClient.setQueryData(groupQuery(groupId).queryKey, old => old && withTask(old, taskId, change))
  queryClient.setQueryData(taskQuery(groupId, taskId).queryKey, old => old && { ...old, ...change })
}

const getTaskQueries = (groupId: number, taskId: number) => [groupQuery(groupId), taskQuery(groupId, taskId)]

/** Also after a lost response, which may have been a change. */
const invalidateGroup = (queryClient: QueryClient, groupId: number): void => {
  const changed = [groupQuery(groupId), taskStatusesQuery(groupId), groupListQuery()]
  for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
}

/**
 * Shows or hides a task for students, optimistically with a rollback. One change per task at a time. `error` is that of
 * the last change.
 */
export const useTaskVisibility = (groupId: number, task: Pick<TaskSummary, 'id'> & TaskVisibility) => {
  const queryClient = useQueryClient()
  const groupKey = [...OPERATION, groupId]
  const mutationKey = [...groupKey, task.id]
  const { mutate, error, variables, reset } = useMutation({
    ...mutation(...OPERATION),
    mutationKey,
    onMutate: async ({ body }) => {
      const before: TaskVisibility = { visible: task.visible, status: task.status }
      // A pending response would restore the old state.
      for (const { queryKey } of getTaskQueries(groupId, task.id))
        await queryClient.cancelQueries({ queryKey })
      applyChange(queryClient, groupId, task.id, toVisibility(before, body.visible))
      return before
    },
    onError: (_error, _variables, before) => {
      if (before) applyChange(queryClient, groupId, task.id, before)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
      // Only the last of several changes refetches the group; earlier responses would revert the later changes for a
      // moment.
      if (queryClient.isMutating({ mutationKey: groupKey }) === 1) invalidateGroup(queryClient, groupId)
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const [known, setKnown] = useState<unknown>(null)
  usePollOutcome(isOutcomeUnknown(error) && known !== error, async () => {
    const group = await queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false })
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
    setKnown(error)
    const now = group.categories.flatMap(({ tasks }) => tasks).find(({ id }) => id === task.id)
    // It was applied; only the response was lost.
    if (now && isVisibleToStudents(now) === variables?.body.visible) reset()
  })
  const change = (visible: boolean): void => {
    if (queryClient.isMutating({ mutationKey }) > 0) return
    mutate({ params: { path: { group: groupId, task: task.id } }, body: { visible } })
  }
  return { change, isPending, error, forget: reset }
}
