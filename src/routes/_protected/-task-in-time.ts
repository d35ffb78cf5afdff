import type { QueryReader } from '../../api/late-query-client'
import type { TaskSearch } from '../../features/task-page/task-search'
import { writeupAccess } from '../../features/writeup/writeup-rule'
import { clock } from '../../lib/clock'
import { readTaskPlace, type TaskPlace } from '../../lib/last-task'
import type { Task, TaskStatus } from '../../queries/answers'
import { isSamePlace } from '../../queries/lab-tracker'
import { labState } from '../../queries/lab-view'
import { labStatusQuery } from '../../queries/labs'
import { writeupQuery } from '../../queries/writeup'

/** How long a page waits for what its panels read when all else is there, in milliseconds. */
const patience = 1000

/**
 * Asks for what the panels of a task read before its page stands, so that nothing below them has to move: a lab that runs,
 * at once where this browser knows of it, else as soon as the statuses of the group say so; and the write-up where that is
 * what is opened. A lab that is off has a panel of known height. Never rejects: the panels ask again, and tell of a failure.
 */
export const readInTime = (queryClient: QueryReader, place: TaskPlace, { pane }: TaskSearch) => {
  const { groupId, taskId } = place
  const readLab = () => queryClient.query({ ...labStatusQuery(groupId, taskId), retry: false })
  const readWriteup = () => queryClient.query({ ...writeupQuery(groupId, taskId), retry: false })
  if (isSamePlace(readTaskPlace('flagship.lab'), place)) readLab().catch(() => {})
  return async (task: Task, statuses: readonly TaskStatus[]): Promise<void> => {
    const status = statusOf(statuses, taskId)
    const runs =
      status !== undefined && ['starting', 'ready'].includes(labState({ status: status.lab_status }))
    const isRead =
      pane === 'writeup' && task.has_writeup && writeupAccess(task, status?.solved ?? false) === 'open'
    const reads = [...(runs ? [readLab()] : []), ...(isRead ? [readWriteup()] : [])]
    if (reads.length === 0) return
    const isLate = new Promise<void>(resolve => clock.after(patience, resolve))
    await Promise.race([Promise.allSettled(reads), isLate])
  }
}

/** Types are not checks: what is no list tells of no task. */
const statusOf = (statuses: unknown, taskId: number): TaskStatus | undefined =>
  Array.isArray(statuses) ? (statuses as TaskStatus[]).find(one => one?.task_id === taskId) : undefined
