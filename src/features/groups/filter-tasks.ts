import { useState } from 'react'
import { isShown } from '../../api/is-shown'
import type { Category, Group, TaskSummary } from '../../api/responses'
import { parseMoment } from '../../lib/format'
import { matchesText } from '../../lib/text'
import { getAdjacentTasks, getTaskState, getTasksInOrder, type StatusMap } from './model'
import {
  type DifficultyFilter,
  difficultyFilters,
  readTaskFilters,
  type StateFilter,
  type TaskFilters,
  type TaskSort,
} from './search'
import { readLaterIds } from './task-marks'
import { isVisibleToStudents } from './task-visibility'

export interface FoundTasks {
  /** Non-empty categories, in group order. A sorted list is one category with id 0. */
  categories: { id: number; name: string; tasks: TaskSummary[] }[]
  found: number
  total: number
  /** States, difficulties and marks of all tasks, whatever the filters; `popular` and `rare` where solvers are counted. */
  present: ReadonlySet<string>
  /** Number of tasks for each filter value, given the other filters. */
  counts: {
    status: Record<StateFilter, number>
    difficulty: Record<DifficultyFilter, number>
    required: number
    hidden: number
    later: number
    new: number
    unsolved: number
    category: ReadonlyMap<number, number>
  }
}

interface TaskSource {
  categories: readonly Category[]
  statuses: StatusMap
  isAdmin: boolean
  /** Ids of tasks marked for later. */
  later?: ReadonlySet<number>
  /** Ids of tasks that were added since the last visit. */
  added?: ReadonlySet<number>
}

const NO_IDS: ReadonlySet<number> = new Set()

/** Unknown difficulties count as the hardest. */
const getDifficultyRank = ({ difficulty }: TaskSummary): number => {
  const rank = difficultyFilters.indexOf(difficulty as DifficultyFilter)
  return rank < 0 ? difficultyFilters.length : rank
}

/** Equal tasks keep the order of the group. */
const sortTasks = (tasks: readonly TaskSummary[], sort: TaskSort, statuses: StatusMap): TaskSummary[] => {
  const solvedAt = ({ id }: TaskSummary) => parseMoment(statuses.get(id)?.solved_at) ?? 0
  const compare: Record<TaskSort, (a: TaskSummary, b: TaskSummary) => number> = {
    points: (a, b) => b.points - a.points,
    easiest: (a, b) => getDifficultyRank(a) - getDifficultyRank(b) || a.points - b.points,
    hardest: (a, b) => getDifficultyRank(b) - getDifficultyRank(a) || b.points - a.points,
    recent: (a, b) => solvedAt(b) - solvedAt(a),
    popular: (a, b) => (b.solved_by ?? -1) - (a.solved_by ?? -1),
    rare: (a, b) => (a.solved_by ?? Number.MAX_VALUE) - (b.solved_by ?? Number.MAX_VALUE),
  }
  return [...tasks].sort(compare[sort])
}

/** One pass over the tasks. */
export const findTasks = (
  { categories, statuses, isAdmin, later: laterIds = NO_IDS, added = NO_IDS }: TaskSource,
  {
    status,
    difficulty,
    required,
    hidden,
    later,
    new: isNewOnly,
    unsolved,
    sort,
    category: categoryId,
    q,
  }: TaskFilters,
): FoundTasks => {
  const counts = {
    status: { todo: 0, progress: 0, solved: 0, locked: 0 },
    difficulty: { easy: 0, medium: 0, hard: 0 },
    required: 0,
    hidden: 0,
    later: 0,
    new: 0,
    unsolved: 0,
    category: new Map<number, number>(),
  }
  const present = new Set<string>()
  let total = 0
  let found = 0
  const isFound = (task: TaskSummary, category: Category): boolean => {
    if (!isShown(task, isAdmin)) return false
    total += 1
    const state = getTaskState(task, statuses.get(task.id))
    present.add(state).add(task.difficulty)
    const isHidden = !isVisibleToStudents(task)
    const isLater = laterIds.has(task.id)
    if (task.important) present.add('required')
    if (isHidden) present.add('hidden')
    if (isLater) present.add('later')
    const isNew = added.has(task.id) && state !== 'solved'
    if (isNew) present.add('new')
    // Nobody can solve the others.
    const isUnsolved = task.solved_by === 0 && !isHidden && task.status !== 'disabled'
    if (isUnsolved) present.add('unsolved')
    if (task.solved_by !== undefined) present.add('popular').add('rare')
    const failed = new Set<keyof TaskFilters>()
    if (status && state !== status) failed.add('status')
    if (difficulty && task.difficulty !== difficulty) failed.add('difficulty')
    if (required && !task.important) failed.add('required')
    if (hidden && isAdmin && !isHidden) failed.add('hidden')
    if (later && !isLater) failed.add('later')
    if (isNewOnly && !isNew) failed.add('new')
    if (unsolved && !isUnsolved) failed.add('unsolved')
    if (categoryId && category.id !== categoryId) failed.add('category')
    if (q && !matchesText(`${task.title} ${category.name}`, q)) failed.add('q')
    const passesOthers = (filter: keyof TaskFilters) => failed.size === Number(failed.has(filter))
    if (passesOthers('status')) counts.status[state] += 1
    // The server may add difficulties.
    if (passesOthers('difficulty') && Object.hasOwn(counts.difficulty, task.difficulty))
      counts.difficulty[task.difficulty] += 1
    if (passesOthers('required') && task.important) counts.required += 1
    if (passesOthers('hidden') && isHidden) counts.hidden += 1
    if (passesOthers('later') && isLater) counts.later += 1
    if (passesOthers('new') && isNew) counts.new += 1
    if (passesOthers('unsolved') && isUnsolved) counts.unsolved += 1
    if (passesOthers('category'))
      counts.category.set(category.id, (counts.category.get(category.id) ?? 0) + 1)
    if (failed.size > 0) return false
    found += 1
    return true
  }
  const left = categories.map(category => ({
    id: category.id,
    name: category.name,
    tasks: category.tasks.filter(task => isFound(task, category)),
  }))
  const shown = sort
    ? [
        {
          id: 0,
          name: '',
          tasks: sortTasks(
            left.flatMap(({ tasks }) => tasks),
            sort,
            statuses,
          ),
        },
      ]
    : left
  return { categories: shown.filter(({ tasks }) => tasks.length > 0), found, total, present, counts }
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
      { categories: group.categories, statuses, isAdmin: group.is_admin, later: readLaterIds(group.id) },
      filters,
    )
    const tasks = categories.flatMap(category => category.tasks)
    if (tasks.some(({ id }) => id === taskId)) return { ...getAdjacentTasks(tasks, taskId), isFiltered }
  }
  return { ...getAdjacentTasks(getTasksInOrder(group), taskId), isFiltered: false }
}

/** With the statuses from when the task was opened: solving it must not change its neighbours. */
export const useTaskNeighbours = (group: Group, statuses: StatusMap, taskId: number): NeighbourTasks => {
  const taskKey = `${group.id}/${taskId}`
  const createSnapshot = () => ({ taskKey, statuses, filters: readTaskFilters(group.id) })
  const [snapshot, setSnapshot] = useState(createSnapshot)
  const current = snapshot.taskKey === taskKey ? snapshot : createSnapshot()
  if (current !== snapshot) setSnapshot(current)
  return getTaskNeighbours(group, current.statuses, taskId, current.filters)
}
