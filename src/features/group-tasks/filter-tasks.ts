import { matchesText } from '../../lib/fold-text'
import type { Category, TaskSummary } from '../../queries/responses'
import { getTaskState, isShown, type StatusMap } from '../../queries/task-progress'
import {
  type DifficultyFilter,
  difficultyFilters,
  type StateFilter,
  stateFilters,
  type TaskFilters,
} from './group-view-search'

interface TaskEntry {
  task: TaskSummary
  category: Category
  state: string
}

const getPredicates = ({ status, difficulty, required, category, q }: TaskFilters) => {
  const predicates = new Map<keyof TaskFilters, (entry: TaskEntry) => boolean>()
  if (status) predicates.set('status', ({ state }) => state === status)
  if (difficulty) predicates.set('difficulty', ({ task }) => task.difficulty === difficulty)
  if (required) predicates.set('required', ({ task }) => task.important)
  if (category) predicates.set('category', entry => entry.category.id === category)
  if (q) predicates.set('q', entry => matchesText(`${entry.task.title} ${entry.category.name}`, q))
  return [...predicates]
}

export interface FoundTasks {
  /** Non-empty categories, in group order. */
  categories: { id: number; name: string; tasks: TaskSummary[] }[]
  found: number
  total: number
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

const increment = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

const toCountRecord = <Key extends string>(
  keys: readonly Key[],
  counts: ReadonlyMap<string, number>,
): Record<Key, number> =>
  Object.fromEntries(keys.map(key => [key, counts.get(key) ?? 0])) as Record<Key, number>

/** Unknown values are counted separately and never shown. */
const createCounters = () => {
  const states = new Map<string, number>()
  const difficulties = new Map<string, number>()
  const category = new Map<number, number>()
  let required = 0
  let allCategories = 0
  return {
    /** `failed`: the only filter that the task doesn't pass, if any. */
    add: ({ task, state, category: { id } }: TaskEntry, failed: keyof TaskFilters | undefined): void => {
      const counts = (name: keyof TaskFilters) => failed === undefined || failed === name
      if (counts('status')) increment(states, state)
      if (counts('difficulty')) increment(difficulties, task.difficulty)
      if (counts('required') && task.important) required += 1
      if (counts('category')) {
        increment(category, id)
        allCategories += 1
      }
    },
    counts: (): FoundTasks['counts'] => ({
      status: toCountRecord(stateFilters, states),
      difficulty: toCountRecord(difficultyFilters, difficulties),
      required,
      category,
      allCategories,
    }),
  }
}

/** One pass over the tasks. */
export const findTasks = (
  { categories, statuses, isAdmin }: TaskSource,
  filters: TaskFilters,
): FoundTasks => {
  const predicates = getPredicates(filters)
  const counters = createCounters()
  let total = 0
  let found = 0
  const left = categories.map(category => ({
    id: category.id,
    name: category.name,
    tasks: category.tasks.filter(task => {
      if (!isShown(task, isAdmin)) return false
      total += 1
      const entry = { task, category, state: getTaskState(task, statuses.get(task.id)) }
      const failed = predicates.filter(([, passes]) => !passes(entry)).map(([name]) => name)
      if (failed.length < 2) counters.add(entry, failed[0])
      if (failed.length === 0) found += 1
      return failed.length === 0
    }),
  }))
  return { categories: left.filter(({ tasks }) => tasks.length > 0), found, total, counts: counters.counts() }
}
