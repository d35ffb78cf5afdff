import type { Profile } from '../../../packages/contract/schema.gen'
import type { Category, Group, LeaderboardRow, TaskSummary } from '../../api/responses'
import { parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'

/** What is known of one person's solves in a group. */
export interface PersonSolves {
  /** When each task was solved, in milliseconds; `NaN` when it isn't known. */
  at: ReadonlyMap<number, number>
  /** Tasks that the person was the first of the group to solve, as the server says. */
  first: ReadonlySet<number>
  /** All solves are listed: a task that is not in the list is not solved. */
  isComplete: boolean
}

const toSolve = (one: unknown): { taskId: number; at: number; isFirst: boolean } | null => {
  if (!isRecord(one)) return null
  const taskId = one.task_id ?? one.id
  if (typeof taskId !== 'number' || !Number.isSafeInteger(taskId)) return null
  const at = typeof one.solved_at === 'string' ? parseMoment(one.solved_at) : null
  return { taskId, at: at ?? Number.NaN, isFirst: one.first_solve === true }
}

const toSolves = (list: readonly unknown[], solvedCount: number): PersonSolves => {
  const solves = list.flatMap(one => toSolve(one) ?? [])
  const at = new Map(solves.map(solve => [solve.taskId, solve.at]))
  return {
    at,
    first: new Set(solves.filter(({ isFirst }) => isFirst).map(({ taskId }) => taskId)),
    // An entry that can't be read, or an unknown count, may be any task.
    isComplete: solves.length === list.length && at.size >= solvedCount,
  }
}

const rowCache = new WeakMap<LeaderboardRow, PersonSolves | null>()

/** Of the leaderboard; null when the server sent none for this row. Cached, because unchanged rows keep their identity. */
export const getRowSolves = (row: LeaderboardRow): PersonSolves | null => {
  const cached = rowCache.get(row)
  if (cached !== undefined) return cached
  const list: unknown = row.solved_tasks
  // Of the tasks that the reader may see, so there may be fewer than the row counts.
  const solves = Array.isArray(list) ? toSolves(list, 0) : null
  rowCache.set(row, solves)
  return solves
}

const profileCache = new WeakMap<Profile, { row: LeaderboardRow; group: object; solves: PersonSolves }>()

/** Of a profile, which may list fewer tasks than the person has solved, and those of other groups too. */
export const getProfileSolves = (
  profile: Profile,
  group: Pick<Group, 'id' | 'categories'>,
  row: LeaderboardRow,
): PersonSolves => {
  const cached = profileCache.get(profile)
  if (cached?.row === row && cached.group === group) return cached.solves
  const solves = readProfile(profile, group, row)
  profileCache.set(profile, { row, group, solves })
  return solves
}

const readProfile = (
  { competencies }: Profile,
  group: Pick<Group, 'id' | 'categories'>,
  { solved }: LeaderboardRow,
): PersonSolves => {
  const lists: unknown[] = (Array.isArray(competencies) ? competencies : [])
    .filter(isRecord)
    .map(one => one.tasks)
  const tasks = lists.flatMap(list => (Array.isArray(list) ? list.filter(isRecord) : []))
  const ids = new Set<unknown>(group.categories.flatMap(category => category.tasks.map(({ id }) => id)))
  const isOfGroup = ({ id, group_id }: Record<string, unknown>) =>
    group_id === undefined ? ids.has(id) : group_id === group.id
  return toSolves(tasks.filter(isOfGroup), solved)
}

/** A category and its tasks that have an id. */
export type SolveCategory = Pick<Category, 'id' | 'name'> & { tasks: readonly TaskSummary[] }

export const getSolveCategories = (
  { categories }: Pick<Group, 'categories'>,
  isShown: (task: TaskSummary, category: Category) => boolean,
): SolveCategory[] =>
  categories
    .map(category => ({
      id: category.id,
      name: category.name,
      tasks: category.tasks.filter(task => task.id > 0 && isShown(task, category)),
    }))
    .filter(({ tasks }) => tasks.length > 0)

/** The tasks of the first columns: a thousand of them in a row for each person would block the page for seconds. */
export const limitTasks = (categories: readonly SolveCategory[], limit: number): SolveCategory[] => {
  let left = limit
  return categories.flatMap(category => {
    const tasks = category.tasks.slice(0, left)
    left -= tasks.length
    return tasks.length > 0 ? [{ ...category, tasks }] : []
  })
}

/** The chosen columns of a grid: one of `names`, or the id of a category; undefined for anything else, as for all. */
export const readColumns = (
  columns: string | undefined,
  { categories }: Pick<Group, 'categories'>,
  names: readonly string[],
): string | undefined =>
  names.some(name => name === columns) || categories.some(({ id }) => String(id) === columns)
    ? columns
    : undefined

/** A person with what is known of the solves: null when nothing is. */
export interface SolvePerson {
  row: LeaderboardRow
  name: string
  solves: PersonSolves | null
}

interface TaskStats {
  /** Of these people it is known whether they have solved the task. */
  known: number
  solved: number
}

export type StatsByTask = ReadonlyMap<number, TaskStats>

export const getTaskStats = (
  categories: readonly SolveCategory[],
  people: readonly SolvePerson[],
): StatsByTask => {
  const known = people.flatMap(({ solves }) => solves ?? [])
  const complete = known.filter(({ isComplete }) => isComplete).length
  const stats = new Map<number, TaskStats>()
  for (const { id } of categories.flatMap(({ tasks }) => tasks)) {
    const solvers = known.filter(({ at }) => at.has(id))
    const incomplete = solvers.filter(({ isComplete }) => !isComplete).length
    stats.set(id, { known: complete + incomplete, solved: solvers.length })
  }
  return stats
}

/** Solvers of a task and of how many people: as the server counts, where the solves of somebody are unknown. */
export const getTaskCount = (
  task: TaskSummary,
  stats: StatsByTask,
  total: number,
): { count: number; of: number } => {
  const { solved = 0, known = 0 } = stats.get(task.id) ?? {}
  if (known < total && task.solved_by !== undefined) return { count: task.solved_by, of: total }
  return { count: solved, of: known }
}

/** The counts are of all people, even where somebody's solves are unknown. */
export const areCounted = (categories: readonly SolveCategory[]): boolean =>
  categories.every(({ tasks }) => tasks.every(task => task.solved_by !== undefined))

const NO_MOMENTS: ReadonlyMap<number, readonly number[]> = new Map()

/** The moments of the solves of each task in their order; none while the solves of somebody are unknown. */
export const getSolveOrder = (people: readonly SolvePerson[]): ReadonlyMap<number, readonly number[]> => {
  if (!people.every(({ solves }) => solves?.isComplete)) return NO_MOMENTS
  const order = new Map<number, number[]>()
  for (const { solves } of people)
    for (const [id, at] of solves?.at ?? []) {
      const moments = order.get(id)
      if (moments) moments.push(at)
      else order.set(id, [at])
    }
  for (const [id, moments] of order) {
    if (moments.some(Number.isNaN)) order.delete(id)
    else moments.sort((a, b) => a - b)
  }
  return order
}

/** In the order of the legend. */
export const cellStates = ['solved', 'first', 'none', 'disabled', 'unknown'] as const
export type CellState = (typeof cellStates)[number]

export const getCellState = (
  solves: PersonSolves | null,
  task: TaskSummary,
  /** Of the first solve of the task, where that of everybody is known. */
  firstAt: number | undefined,
): CellState => {
  const at = solves?.at.get(task.id)
  if (solves && at !== undefined) return solves.first.has(task.id) || at === firstAt ? 'first' : 'solved'
  if (task.status === 'disabled') return 'disabled'
  return solves?.isComplete ? 'none' : 'unknown'
}

export const hasSolves = (rows: readonly LeaderboardRow[]): boolean =>
  rows.some(row => Array.isArray(row.solved_tasks))
