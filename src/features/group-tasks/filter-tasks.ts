import type { Category, TaskSummary } from '../../api/schema.gen'
import { matchesText } from '../../lib/fold-text'
import { isShown, type StatusMap, taskState } from '../../queries/task-progress'
import {
  type DifficultyFilter,
  difficultyFilters,
  type StateFilter,
  stateFilters,
  type TaskFilters,
} from './group-view-search'

interface Placed {
  task: TaskSummary
  category: Category
}

type Test = (placed: Placed) => boolean

/** One test for each filter that is set. */
const testsOf = (filters: TaskFilters, statuses: StatusMap): Map<keyof TaskFilters, Test> => {
  const { status, difficulty, required, category, q } = filters
  const tests = new Map<keyof TaskFilters, Test>()
  if (status) tests.set('status', ({ task }) => taskState(task, statuses.get(task.id)) === status)
  if (difficulty) tests.set('difficulty', ({ task }) => task.difficulty === difficulty)
  if (required) tests.set('required', ({ task }) => task.important)
  if (category) tests.set('category', placed => placed.category.id === category)
  if (q) tests.set('q', ({ task, category: { name } }) => matchesText(`${task.title} ${name}`, q))
  return tests
}

export interface FoundTasks {
  /** Categories that have something left, in the order of the group. */
  categories: { id: number; name: string; tasks: TaskSummary[] }[]
  found: number
  total: number
  /** How many tasks each choice would leave, with all the other filters as they are. */
  counts: {
    status: Record<StateFilter, number>
    difficulty: Record<DifficultyFilter, number>
    required: number
    category: ReadonlyMap<number, number>
  }
}

interface TaskSource {
  categories: readonly Category[]
  statuses: StatusMap
  isAdmin: boolean
}

const tally = <Key>(items: readonly Placed[], keyOf: (placed: Placed) => Key): Map<Key, number> => {
  const counts = new Map<Key, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

const counted = <Key extends string>(
  keys: readonly Key[],
  counts: ReadonlyMap<string, number>,
): Record<Key, number> =>
  Object.fromEntries(keys.map(key => [key, counts.get(key) ?? 0])) as Record<Key, number>

/** The tasks of a group that pass the filters of the address, and what each other choice would leave. */
export const findTasks = (
  { categories, statuses, isAdmin }: TaskSource,
  filters: TaskFilters,
): FoundTasks => {
  const all: Placed[] = categories.flatMap(category =>
    category.tasks.filter(task => isShown(task, isAdmin)).map(task => ({ task, category })),
  )
  const tests = testsOf(filters, statuses)
  const passing = (except?: keyof TaskFilters) =>
    all.filter(placed => [...tests].every(([name, test]) => name === except || test(placed)))
  const found = passing()
  const tasksOf = (id: number) => found.filter(({ category }) => category.id === id).map(({ task }) => task)
  const states = tally<string>(passing('status'), ({ task }) => taskState(task, statuses.get(task.id)))
  const difficulties = tally<string>(passing('difficulty'), ({ task }) => task.difficulty)
  return {
    categories: categories
      .map(({ id, name }) => ({ id, name, tasks: tasksOf(id) }))
      .filter(({ tasks }) => tasks.length > 0),
    found: found.length,
    total: all.length,
    counts: {
      status: counted(stateFilters, states),
      difficulty: counted(difficultyFilters, difficulties),
      required: passing('required').filter(({ task }) => task.important).length,
      category: tally(passing('category'), ({ category }) => category.id),
    },
  }
}
