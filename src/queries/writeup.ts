import { q } from '../api/query'

/** How a task is solved (specification §7, `GET writeup`). Refused with 403 until its rule opens it to the reader. */
export const writeupQuery = (groupId: number, taskId: number) =>
  q('get', '/groups/{group}/tasks/{task}/writeup', { params: { path: { group: groupId, task: taskId } } })
