import { useState } from 'react'
import type { Group, TaskSummary } from '../../queries/responses'
import { getAdjacentTasks, getTasksInOrder, type StatusMap } from '../../queries/task-progress'
import { findTasks } from './filter-tasks'
import type { TaskFilters } from './group-view-search'
import { readTaskFilters } from './saved-task-filters'

interface NeighbourTasks {
  previous: TaskSummary | null
  next: TaskSummary | null
  /** Whether the neighbours are within the filters. */
  isFiltered: boolean
}

/** A task outside of the filters has neighbours in the whole group. */
export const getTaskNeighbours = (
  group: Group,
  statuses: StatusMap,
  taskId: number,
  filters: TaskFilters,
): NeighbourTasks => {
  const isFiltered = Object.keys(filters).length > 0
  if (isFiltered) {
    const { categories } = findTasks(
      { categories: group.categories, statuses, isAdmin: group.is_admin },
      filters,
    )
    const tasks = categories.flatMap(category => category.tasks)
    if (tasks.some(({ id }) => id === taskId)) return { ...getAdjacentTasks(tasks, taskId), isFiltered }
  }
  return { ...getAdjacentTasks(getTasksInOrder(group), taskId), isFiltered: false }
}

/**
 * Neighbours within the saved filters. Uses the statuses from when the task was opened: solving it must not
 * change its neighbours.
 */
export const useTaskNeighbours = (group: Group, statuses: StatusMap, taskId: number): NeighbourTasks => {
  const taskKey = `${group.id}/${taskId}`
  const createSnapshot = () => ({ taskKey, statuses, filters: readTaskFilters(group.id) })
  const [snapshot, setSnapshot] = useState(createSnapshot)
  const current = snapshot.taskKey === taskKey ? snapshot : createSnapshot()
  if (current !== snapshot) setSnapshot(current)
  return getTaskNeighbours(group, current.statuses, taskId, current.filters)
}
