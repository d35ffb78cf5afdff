import type { Group, GroupSummary, TaskSummary } from '../../api/schema.gen'
import type { TaskPlace } from '../../lib/last-task'
import { phaseOf } from '../../queries/group-phase'
import { nextTask, type StatusMap, taskState, tasksInOrder } from '../../queries/task-progress'

/**
 * The group to go on with: that of the last task, else the first running one with required tasks left, else the first
 * with any task left. Null when nothing is left to do now.
 */
export const chooseGroup = (
  groups: readonly GroupSummary[],
  last: TaskPlace | null,
  now: number,
): GroupSummary | null => {
  const open = groups.filter(
    group => phaseOf(group, now) === 'running' && group.tasks_solved < group.tasks_total,
  )
  // An exam is entered through its own page; only a task already opened there is continued from here.
  const courses = open.filter(group => !group.is_exam)
  return (
    open.find(group => group.id === last?.groupId) ??
    courses.find(group => group.important_left > 0) ??
    courses[0] ??
    null
  )
}

export interface NextStep {
  task: TaskSummary
  /** The reader was at this very task. */
  isContinued: boolean
}

/** The task to offer: the last one while it is open, else the next required one, else the next. */
export const chooseTask = (group: Group, statuses: StatusMap, last: TaskPlace | null): NextStep | null => {
  const lastTask =
    last?.groupId === group.id ? tasksInOrder(group).find(({ id }) => id === last.taskId) : undefined
  if (lastTask) {
    const state = taskState(lastTask, statuses.get(lastTask.id))
    if (state === 'todo' || state === 'progress') return { task: lastTask, isContinued: true }
  }
  const task = nextTask(group, statuses)
  return task && { task, isContinued: false }
}
