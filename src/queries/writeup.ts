import { q } from '../api/query'

/** Write-up of a task; 403 until it is available. */
export const writeupQuery = (groupId: number, taskId: number) =>
  q('get', '/groups/{group}/tasks/{task}/writeup', { params: { path: { group: groupId, task: taskId } } })
