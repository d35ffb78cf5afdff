import { matchesText } from '../../lib/fold-text'
import type { Category, TaskSummary } from '../../queries/answers'
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
  state: string
}

/** One test for each filter that is set. */
const testsOf = ({ status, difficulty, required, category, q }: TaskFilters) => {
  const tests = new Map<keyof TaskFilters, (placed: Placed) => boolean>()
  if (status) tests.set('status', ({ state }) => state === status)
  if (difficulty) tests.set('difficulty', ({ task }) => task.difficulty === difficulty)
  if (required) tests.set('required', ({ task }) => task.important)
  if (category) tests.set('category', placed => placed.category.id === category)
  if (q) tests.set('q', placed => matchesText(`${placed.task.title} ${placed.category.name}`, q))
  return [...tests]
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
    /** Without a choice of category. */
    allCategories: number
  }
}

interface TaskSource {
  categories: readonly Category[]
  statuses: StatusMap
  isAdmin: boolean
}

const addOne = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

const countsOf = <Key extends string>(
  keys: readonly Key[],
  counts: ReadonlyMap<string, number>,
): Record<Key, number> =>
  Object.fromEntries(keys.map(key => [key, counts.get(key) ?? 0])) as Record<Key, number>

/** What each choice would leave. Values that this client does not know are counted under themselves and never shown. */
const makeTally = () => {
  const states = new Map<string, number>()
  const difficulties = new Map<string, number>()
  const category = new Map<number, number>()
  let required = 0
  let allCategories = 0
  return {
    /** A task that passes every filter but perhaps one: a choice of that one would leave it. */
    add: ({ task, state, category: { id } }: Placed, failed: keyof TaskFilters | undefined): void => {
      const counts = (name: keyof TaskFilters) => failed === undefined || failed === name
      if (counts('status')) addOne(states, state)
      if (counts('difficulty')) addOne(difficulties, task.difficulty)
      if (counts('required') && task.important) required += 1
      if (counts('category')) {
        addOne(category, id)
        allCategories += 1
      }
    },
    counts: (): FoundTasks['counts'] => ({
      status: countsOf(stateFilters, states),
      difficulty: countsOf(difficultyFilters, difficulties),
      required,
      category,
      allCategories,
    }),
  }
}

/** The tasks of a group that pass the filters, and what each other choice would leave; each task is looked at once. */
export const findTasks = (
  { categories, statuses, isAdmin }: TaskSource,
  filters: TaskFilters,
): FoundTasks => {
  const tests = testsOf(filters)
  const tally = makeTally()
  let total = 0
  let found = 0
  const left = categories.map(category => ({
    id: category.id,
    name: category.name,
    tasks: category.tasks.filter(task => {
      if (!isShown(task, isAdmin)) return false
      total += 1
      const placed = { task, category, state: taskState(task, statuses.get(task.id)) }
      const failed = tests.filter(([, passes]) => !passes(placed)).map(([name]) => name)
      if (failed.length < 2) tally.add(placed, failed[0])
      if (failed.length === 0) found += 1
      return failed.length === 0
    }),
  }))
  return { categories: left.filter(({ tasks }) => tasks.length > 0), found, total, counts: tally.counts() }
}
