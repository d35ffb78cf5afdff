import type { TaskRef } from '../../lib/last-task'
import { areTasksClosed } from '../../queries/exam-view'
import { getGroupPhase } from '../../queries/group-phase'
import type { Group, GroupSummary, TaskSummary } from '../../queries/responses'
import { getNextTask, getTaskState, getTasksInOrder, type StatusMap } from '../../queries/task-progress'

/** At most this many groups are loaded to find an open task. */
const MAX_GROUPS = 3

/** Without counts there may be open tasks. */
const isDone = ({ tasks_solved, tasks_total }: GroupSummary): boolean =>
  tasks_solved !== undefined && tasks_total !== undefined && tasks_solved >= tasks_total

/**
 * Groups to suggest, best first: that of the last task, then running ones with required tasks left, then with
 * any left. Only the group itself says whether a task is open.
 */
export const chooseGroups = (
  groups: readonly GroupSummary[],
  last: TaskRef | null,
  now: number,
): GroupSummary[] => {
  const open = groups.filter(
    group => group.id > 0 && getGroupPhase(group, now) === 'running' && !isDone(group),
  )
  // Exams start on their own page; only a task opened before is suggested here.
  const courses = open.filter(group => !group.is_exam)
  const ranked = [
    ...open.filter(group => group.id === last?.groupId),
    ...courses.filter(group => (group.important_left ?? 0) > 0),
    ...courses,
  ]
  return [...new Set(ranked)].slice(0, MAX_GROUPS)
}

export interface SuggestedTask {
  task: TaskSummary
  /** The last task that was opened. */
  isContinued: boolean
}

/** The last task while it is open, else the next required one, else the next. */
export const chooseTask = (group: Group, statuses: StatusMap, last: TaskRef | null): SuggestedTask | null => {
  const lastTask =
    last?.groupId === group.id && !areTasksClosed(group)
      ? getTasksInOrder(group).find(({ id }) => id === last.taskId)
      : undefined
  if (lastTask) {
    const state = getTaskState(lastTask, statuses.get(lastTask.id))
    if (state === 'todo' || state === 'progress') return { task: lastTask, isContinued: true }
  }
  const task = getNextTask(group, statuses)
  return task && { task, isContinued: false }
}
