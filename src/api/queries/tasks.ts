import { replaceEqualDeep } from '@tanstack/react-query'
import { q, withTransform } from '../query'
import { completeTask, type Task } from '../responses'

/** Keeps the taken hints when a response doesn't list them. */
const mergeHints = (before: unknown, next: unknown): unknown =>
  replaceEqualDeep(before, { hints_taken: (before as Task | undefined)?.hints_taken, ...(next as Task) })

export const taskQuery = (groupId: number, taskId: number) => ({
  ...withTransform(q('getTask', { params: { path: { group: groupId, task: taskId } } }), answer =>
    completeTask(answer, groupId, taskId),
  ),
  structuralSharing: mergeHints,
})

/** Write-up of a task; 403 until it is available. */
export const writeupQuery = (groupId: number, taskId: number) =>
  q('getWriteup', { params: { path: { group: groupId, task: taskId } } })
