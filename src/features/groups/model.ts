import { areTasksClosed } from '../../api/attempts'
import { isShown } from '../../api/is-shown'
import type { Group, Task, TaskStatus, TaskSummary } from '../../api/responses'
import { DAY_MS } from '../../lib/durations'
import { parseMoment } from '../../lib/format'

type TaskState = 'todo' | 'progress' | 'solved' | 'locked'

export type StatusMap = ReadonlyMap<number, TaskStatus>

export const toStatusMap = (statuses: readonly TaskStatus[]): StatusMap =>
  new Map(statuses.map(status => [status.task_id, status]))

/** State of a task; a solved task stays solved when it is disabled. */
export const getTaskState = (
  task: Pick<TaskSummary, 'status'>,
  status: TaskStatus | undefined,
): TaskState => {
  if (status?.solved) return 'solved'
  if (task.status === 'disabled') return 'locked'
  return (status?.flags_solved ?? 0) > 0 ? 'progress' : 'todo'
}

/** From the statuses, else from the task's flags. */
export const isTaskSolved = (task: Pick<Task, 'flags'>, status: TaskStatus | undefined): boolean =>
  status?.solved ?? (task.flags.length > 0 && task.flags.every(flag => flag.solved))

export const getTasksInOrder = (group: Group): TaskSummary[] =>
  group.categories.flatMap(category => category.tasks.filter(task => isShown(task, group.is_admin)))

/** The group as its students see it, for administrators. */
export const toStudentView = ({ invite_code: _, ...group }: Group): Group => ({ ...group, is_admin: false })

/** A task without an id has no address. */
const hasId = ({ id }: TaskSummary): boolean => id > 0

const isOpen = (task: TaskSummary, statuses: StatusMap): boolean => {
  const state = getTaskState(task, statuses.get(task.id))
  return state === 'todo' || state === 'progress'
}

/** The next task to solve: the first open required one, else the first open one. `after` starts behind that task. */
export const getNextTask = (group: Group, statuses: StatusMap, after?: number): TaskSummary | null => {
  if (areTasksClosed(group)) return null
  const tasks = getTasksInOrder(group).filter(hasId)
  const from = tasks.findIndex(task => task.id === after) + 1
  const open = [...tasks.slice(from), ...tasks.slice(0, from)].filter(
    task => task.id !== after && isOpen(task, statuses),
  )
  return open.find(task => task.important) ?? open[0] ?? null
}

/** Previous and next task in a list; null for a task that isn't in it. */
export const getAdjacentTasks = (
  tasks: readonly TaskSummary[],
  taskId: number,
): { previous: TaskSummary | null; next: TaskSummary | null } => {
  const known = tasks.filter(hasId)
  const index = known.findIndex(task => task.id === taskId)
  if (index < 0) return { previous: null, next: null }
  return { previous: known[index - 1] ?? null, next: known[index + 1] ?? null }
}

/** The reminder of required tasks appears this long before the end of a group. */
const REMIND_BEFORE_MS = 7 * DAY_MS

/** The end of a group if it is near, else null. Milliseconds; `now` is server time. */
const getNearEnd = ({ end_date }: Group, now: number): number | null => {
  const end = parseMoment(end_date)
  return end !== null && end > now && end - now <= REMIND_BEFORE_MS ? end : null
}

/**
 * Data of the reminder "not all important tasks are solved", shown when only required tasks are left, and when the end
 * of the group is near (`endsAt`). `next` is null when all of them are disabled. Null without a reminder: otherwise
 * before the first solve and while other tasks are open.
 */
export const getRequiredReminder = (
  group: Group,
  statuses: StatusMap,
  now: number,
): { count: number; next: TaskSummary | null; endsAt: number | null } | null => {
  const tasks = getTasksInOrder(group)
  const left = tasks.filter(task => !statuses.get(task.id)?.solved)
  const required = left.filter(task => task.important)
  const endsAt = getNearEnd(group, now)
  const isSomethingElseOpen = left.some(task => !task.important && isOpen(task, statuses))
  const isLast = left.length < tasks.length && !isSomethingElseOpen
  if (required.length === 0 || areTasksClosed(group) || !(isLast || endsAt !== null)) return null
  return { count: required.length, next: required.find(task => isOpen(task, statuses)) ?? null, endsAt }
}

export const getPoints = (task: TaskSummary, status: TaskStatus | undefined): number =>
  status?.points_earned ?? (status?.solved ? task.points : 0)

/** Computed from the statuses, so that it updates with each verdict. */
export const getGroupProgress = (group: Group, statuses: StatusMap) => {
  const tasks = getTasksInOrder(group)
  const solved = tasks.filter(task => statuses.get(task.id)?.solved)
  return {
    solved: solved.length,
    total: tasks.length,
    hasRequired: tasks.some(task => task.important),
    requiredLeft: tasks.filter(task => task.important && !statuses.get(task.id)?.solved).length,
    points: tasks.reduce((sum, task) => sum + getPoints(task, statuses.get(task.id)), 0),
    pointsTotal: tasks.reduce((sum, task) => sum + task.points, 0),
  }
}
