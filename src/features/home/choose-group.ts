import type { TaskPlace } from '../../lib/last-task'
import type { Group, GroupSummary, TaskSummary } from '../../queries/answers'
import { areTasksClosed } from '../../queries/exam-view'
import { phaseOf } from '../../queries/group-phase'
import { nextTask, type StatusMap, taskState, tasksInOrder } from '../../queries/task-progress'

/** So many groups are read to find an open task. */
const MAX_GROUPS = 3

/** A group whose tasks are not counted may have one left. */
const isDone = ({ tasks_solved, tasks_total }: GroupSummary): boolean =>
  tasks_solved !== undefined && tasks_total !== undefined && tasks_solved >= tasks_total

/**
 * The groups to go on with, the best first: that of the last task, then running ones with required tasks left, then those
 * with any task left. Whether a task is open there only the group itself says.
 */
export const chooseGroups = (
  groups: readonly GroupSummary[],
  last: TaskPlace | null,
  now: number,
): GroupSummary[] => {
  const open = groups.filter(group => group.id > 0 && phaseOf(group, now) === 'running' && !isDone(group))
  // An exam is entered through its own page; only a task already opened there is continued from here.
  const courses = open.filter(group => !group.is_exam)
  const ranked = [
    ...open.filter(group => group.id === last?.groupId),
    ...courses.filter(group => (group.important_left ?? 0) > 0),
    ...courses,
  ]
  return [...new Set(ranked)].slice(0, MAX_GROUPS)
}

export interface NextStep {
  task: TaskSummary
  /** The reader was at this very task. */
  isContinued: boolean
}

/** The task to offer: the last one while it is open, else the next required one, else the next. */
export const chooseTask = (group: Group, statuses: StatusMap, last: TaskPlace | null): NextStep | null => {
  const lastTask =
    last?.groupId === group.id && !areTasksClosed(group)
      ? tasksInOrder(group).find(({ id }) => id === last.taskId)
      : undefined
  if (lastTask) {
    const state = taskState(lastTask, statuses.get(lastTask.id))
    if (state === 'todo' || state === 'progress') return { task: lastTask, isContinued: true }
  }
  const task = nextTask(group, statuses)
  return task && { task, isContinued: false }
}
