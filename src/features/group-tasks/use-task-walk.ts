import { useState } from 'react'
import type { Group, TaskSummary } from '../../queries/answers'
import { neighbours, type StatusMap, tasksInOrder } from '../../queries/task-progress'
import { findTasks } from './filter-tasks'
import type { TaskFilters } from './group-view-search'
import { readTaskFilters } from './task-filter-memory'

interface TaskWalk {
  previous: TaskSummary | null
  next: TaskSummary | null
  /** Whether the two are those of the filters, not of the whole group. */
  isFiltered: boolean
}

/** The tasks before and after one among those that pass the filters; for a task outside of them, in the whole group. */
export const walkFrom = (
  group: Group,
  statuses: StatusMap,
  taskId: number,
  filters: TaskFilters,
): TaskWalk => {
  const isFiltered = Object.keys(filters).length > 0
  if (isFiltered) {
    const { categories } = findTasks(
      { categories: group.categories, statuses, isAdmin: group.is_admin },
      filters,
    )
    const tasks = categories.flatMap(category => category.tasks)
    if (tasks.some(({ id }) => id === taskId)) return { ...neighbours(tasks, taskId), isFiltered }
  }
  return { ...neighbours(tasksInOrder(group), taskId), isFiltered: false }
}

/**
 * The neighbours of the open task within the remembered filters of its group. The states are those of the moment when
 * it was opened: a task that leaves "not solved" by being solved keeps its neighbours.
 */
export const useTaskWalk = (group: Group, statuses: StatusMap, taskId: number): TaskWalk => {
  const place = `${group.id}/${taskId}`
  const arrive = () => ({ place, statuses, filters: readTaskFilters(group.id) })
  const [arrival, setArrival] = useState(arrive)
  const current = arrival.place === place ? arrival : arrive()
  if (current !== arrival) setArrival(current)
  return walkFrom(group, current.statuses, taskId, current.filters)
}
