import type { QueryClient } from '@tanstack/react-query'
import { isShown } from '../../api/is-shown'
import { groupListQuery, groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import type { Group, TaskSummary } from '../../api/responses'

export type TaskVisibility = Pick<TaskSummary, 'visible' | 'status'>

export const isVisibleToStudents = (task: TaskVisibility): boolean => isShown(task, false)

/** Making a hidden task visible also changes its status. */
export const toVisibility = ({ status }: TaskVisibility, visible: boolean): TaskVisibility => ({
  visible,
  status: visible && status === 'hidden' ? 'active' : status,
})

/** Changes one task and keeps concurrent changes of others. */
const withTask = (group: Group, taskId: number, change: TaskVisibility): Group => ({
  ...group,
  categories: group.categories.map(category => ({
    ...category,
    tasks: category.tasks.map(task => (task.id === taskId ? { ...task, ...change } : task)),
  })),
})

/** Updates both cached copies of the task; an emptied cache stays empty. */
export const applyChange = (
  queryClient: QueryClient,
  groupId: number,
  taskId: number,
  change: TaskVisibility,
): void => {
  queryClient.setQueryData(groupQuery(groupId).queryKey, old => old && withTask(old, taskId, change))
  queryClient.setQueryData(taskQuery(groupId, taskId).queryKey, old => old && { ...old, ...change })
}

/** A pending response would restore the old state. */
export const cancelReads = async (
  queryClient: QueryClient,
  groupId: number,
  taskId: number,
): Promise<void> => {
  for (const { queryKey } of [groupQuery(groupId), taskQuery(groupId, taskId)])
    await queryClient.cancelQueries({ queryKey })
}

/** Also after a lost response, which may have been a change. */
export const invalidateGroup = (queryClient: QueryClient, groupId: number): void => {
  const changed = [groupQuery(groupId), taskStatusesQuery(groupId), groupListQuery()]
  for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
}
