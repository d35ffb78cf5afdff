import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '../api/query'
import type { Group, TaskSummary } from './answers'
import { groupListQuery, groupQuery, taskStatusesQuery } from './groups'
import { isShown } from './task-progress'
import { taskQuery } from './tasks'
import { isOutcomeUnknown, useFindOut } from './use-find-out'

const operation = ['patch', '/groups/{group}/tasks/{task}/change_visible'] as const

type Switched = Pick<TaskSummary, 'visible' | 'status'>

/** Whether students see a task: what the administrator's switch shows. */
export const isVisibleToStudents = (task: Switched): boolean => isShown(task, false)

/** A hidden task that is switched visible is hidden no longer. */
const switchedTo = ({ status }: Switched, visible: boolean): Switched => ({
  visible,
  status: visible && status === 'hidden' ? 'active' : status,
})

/** The group with one task changed; every other task, and every change that came meanwhile, stays. */
const withTask = (group: Group, taskId: number, change: Switched): Group => ({
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

/** Puts the change on the screens that show the task; a cache that was emptied meanwhile stays empty. */
const show = (queryClient: QueryClient, groupId: number, taskId: number, change: Switched): void => {
  queryClient.setQueryData(groupQuery(groupId).queryKey, old => old && withTask(old, taskId, change))
  queryClient.setQueryData(taskQuery(groupId, taskId).queryKey, old => old && { ...old, ...change })
}

const shownQueries = (groupId: number, taskId: number) => [groupQuery(groupId), taskQuery(groupId, taskId)]

/** What the server says in the end is read again: also a lost answer may have been a change. */
const readAgain = (queryClient: QueryClient, groupId: number): void => {
  const changed = [groupQuery(groupId), taskStatusesQuery(groupId), groupListQuery()]
  for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
}

/**
 * Shows or hides a task for the students of a group (specification §7, `PATCH …/change_visible`). The switch moves at
 * once and moves back when the server refuses; one change of a task at a time, wherever its switches stand.
 * `error` is that of the last change made here.
 */
export const useTaskVisibility = (groupId: number, task: Pick<TaskSummary, 'id'> & Switched) => {
  const queryClient = useQueryClient()
  const ofGroup = [...operation, groupId]
  const mutationKey = [...ofGroup, task.id]
  const { mutate, error, variables, reset } = useMutation({
    ...mutation(...operation),
    mutationKey,
    onMutate: async ({ body }) => {
      const before: Switched = { visible: task.visible, status: task.status }
      // An answer that is on its way would bring the old state back.
      for (const { queryKey } of shownQueries(groupId, task.id)) await queryClient.cancelQueries({ queryKey })
      show(queryClient, groupId, task.id, switchedTo(before, body.visible))
      return before
    },
    onError: (_error, _variables, before) => {
      if (before) show(queryClient, groupId, task.id, before)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
      // The last of several changes reads the group: an earlier answer would take the later ones back for a moment.
      if (queryClient.isMutating({ mutationKey: ofGroup }) === 1) readAgain(queryClient, groupId)
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const [known, setKnown] = useState<unknown>(null)
  useFindOut(isOutcomeUnknown(error) && known !== error, async () => {
    const group = await queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false })
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
    setKnown(error)
    const now = group.categories.flatMap(({ tasks }) => tasks).find(({ id }) => id === task.id)
    // It was done, and only its answer was lost.
    if (now && isVisibleToStudents(now) === variables?.body.visible) reset()
  })
  const change = (visible: boolean): void => {
    if (queryClient.isMutating({ mutationKey }) > 0) return
    mutate({ params: { path: { group: groupId, task: task.id } }, body: { visible } })
  }
  return { change, isPending, error, forget: reset }
}
