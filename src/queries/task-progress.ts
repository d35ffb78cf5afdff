import type { Group, Task, TaskStatus, TaskSummary } from './answers'
import { areTasksClosed } from './exam-view'

export type TaskState = 'todo' | 'progress' | 'solved' | 'locked'

export type StatusMap = ReadonlyMap<number, TaskStatus>

export const statusMap = (statuses: readonly TaskStatus[]): StatusMap =>
  new Map(statuses.map(status => [status.task_id, status]))

/** What the reader sees of a task at a glance; a solved task stays solved when it is disabled later. */
export const taskState = (task: Pick<TaskSummary, 'status'>, status: TaskStatus | undefined): TaskState => {
  if (status?.solved) return 'solved'
  if (task.status === 'disabled') return 'locked'
  return (status?.flags_solved ?? 0) > 0 ? 'progress' : 'todo'
}

/** By the statuses, or by the task's own flags where those do not say. */
export const isTaskSolved = (task: Pick<Task, 'flags'>, status: TaskStatus | undefined): boolean =>
  status?.solved ?? (task.flags.length > 0 && task.flags.every(flag => flag.solved))

/** Hidden tasks are for administrators only, also when a server sends them to others by mistake. */
export const isShown = (task: Pick<TaskSummary, 'status' | 'visible'>, isAdmin: boolean): boolean =>
  isAdmin || (task.status !== 'hidden' && task.visible)

/** The tasks of a group in the order of its page. */
export const tasksInOrder = (group: Group): TaskSummary[] =>
  group.categories.flatMap(category => category.tasks.filter(task => isShown(task, group.is_admin)))

/** A task that came without its number has no address that a link could lead to. */
const hasAddress = ({ id }: TaskSummary): boolean => id > 0

const isOpen = (task: TaskSummary, statuses: StatusMap): boolean => {
  const state = taskState(task, statuses.get(task.id))
  return state === 'todo' || state === 'progress'
}

/** What to do next: the first required task that is open, else the first open one. `after` skips up to that task first. */
export const nextTask = (group: Group, statuses: StatusMap, after?: number): TaskSummary | null => {
  if (areTasksClosed(group)) return null
  const tasks = tasksInOrder(group).filter(hasAddress)
  const from = tasks.findIndex(task => task.id === after) + 1
  const open = [...tasks.slice(from), ...tasks.slice(0, from)].filter(
    task => task.id !== after && isOpen(task, statuses),
  )
  return open.find(task => task.important) ?? open[0] ?? null
}

/** The tasks before and after one in a list, for the links at its foot; none for a task that is not in it. */
export const neighbours = (
  tasks: readonly TaskSummary[],
  taskId: number,
): { previous: TaskSummary | null; next: TaskSummary | null } => {
  const known = tasks.filter(hasAddress)
  const index = known.findIndex(task => task.id === taskId)
  if (index < 0) return { previous: null, next: null }
  return { previous: known[index - 1] ?? null, next: known[index + 1] ?? null }
}

/**
 * What "not all important tasks are solved" has to say (specification §8): when nothing but required tasks is left to
 * solve. `next` is the one to go on with, null when all of them are disabled. Null when there is nothing to say: before
 * the first solve and while other tasks are open it would only nag.
 */
export const requiredReminder = (
  group: Group,
  statuses: StatusMap,
): { count: number; next: TaskSummary | null } | null => {
  const tasks = tasksInOrder(group)
  const left = tasks.filter(task => !statuses.get(task.id)?.solved)
  const required = left.filter(task => task.important)
  const isSomethingElseOpen = left.some(task => !task.important && isOpen(task, statuses))
  if (required.length === 0 || left.length === tasks.length || isSomethingElseOpen) return null
  if (areTasksClosed(group)) return null
  return { count: required.length, next: required.find(task => isOpen(task, statuses)) ?? null }
}

const pointsOf = (task: TaskSummary, status: TaskStatus | undefined): number =>
  status?.points_earned ?? (status?.solved ? task.points : 0)

/** Counted from the statuses, so that the numbers move with a verdict and never wait for another answer. */
export const groupProgress = (group: Group, statuses: StatusMap) => {
  const tasks = tasksInOrder(group)
  const solved = tasks.filter(task => statuses.get(task.id)?.solved)
  return {
    solved: solved.length,
    total: tasks.length,
    hasRequired: tasks.some(task => task.important),
    requiredLeft: tasks.filter(task => task.important && !statuses.get(task.id)?.solved).length,
    points: tasks.reduce((sum, task) => sum + pointsOf(task, statuses.get(task.id)), 0),
    pointsTotal: tasks.reduce((sum, task) => sum + task.points, 0),
  }
}
