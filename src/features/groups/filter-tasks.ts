import { useState } from 'react'
import type { Category, Group, TaskSummary } from '../../api/responses'
import { matchesText } from '../../lib/text'
import { getAdjacentTasks, getTaskState, getTasksInOrder, isShown, type StatusMap } from './model'
import { type DifficultyFilter, readTaskFilters, type StateFilter, type TaskFilters } from './search'

export interface FoundTasks {
  /** Non-empty categories, in group order. */
  categories: { id: number; name: string; tasks: TaskSummary[] }[]
  found: number
  total: number
  /** States and difficulties of all tasks, whatever the filters. */
  present: ReadonlySet<string>
  /** Number of tasks for each filter value, given the other filters. */
  counts: {
    status: Record<StateFilter, number>
    difficulty: Record<DifficultyFilter, number>
    required: number
    category: ReadonlyMap<number, number>
    allCategories: number
  }
}

interface TaskSource {
  categories: readonly Category[]
  statuses: StatusMap
  isAdmin: boolean
}

/** One pass over the tasks. */
export const findTasks = (
  { categories, statuses, isAdmin }: TaskSource,
  { status, difficulty, required, category: categoryId, q }: TaskFilters,
): FoundTasks => {
  const counts = {
    status: { todo: 0, progress: 0, solved: 0, locked: 0 },
    difficulty: { easy: 0, medium: 0, hard: 0 },
    required: 0,
    category: new Map<number, number>(),
    allCategories: 0,
  }
  const present = new Set<string>()
  let total = 0
  let found = 0
  const isFound = (task: TaskSummary, category: Category): boolean => {
    if (!isShown(task, isAdmin)) return false
    total += 1
    const state = getTaskState(task, statuses.get(task.id))
    present.add(state).add(task.difficulty)
    if (task.important) present.add('required')
    const failed = new Set<keyof TaskFilters>()
    if (status && state !== status) failed.add('status')
    if (difficulty && task.difficulty !== difficulty) failed.add('difficulty')
    if (required && !task.important) failed.add('required')
    if (categoryId && category.id !== categoryId) failed.add('category')
    if (q && !matchesText(`${task.title} ${category.name}`, q)) failed.add('q')
    const passesOthers = (filter: keyof TaskFilters) => failed.size === Number(failed.has(filter))
    if (passesOthers('status')) counts.status[state] += 1
    // The server may add difficulties.
    if (passesOthers('difficulty') && Object.hasOwn(counts.difficulty, task.difficulty))
      counts.difficulty[task.difficulty] += 1
    if (passesOthers('required') && task.important) counts.required += 1
    if (passesOthers('category')) {
      counts.category.set(category.id, (counts.category.get(category.id) ?? 0) + 1)
      counts.allCategories += 1
    }
    if (failed.size > 0) return false
    found += 1
    return true
  }
  const left = categories.map(category => ({
    id: category.id,
    name: category.name,
    tasks: category.tasks.filter(task => isFound(task, category)),
  }))
  return { categories: left.filter(({ tasks }) => tasks.length > 0), found, total, present, counts }
}

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
  const { view: _, ...narrowing } = filters
  const isFiltered = Object.keys(narrowing).length > 0
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
