import { q } from '../api/query'

/** The lab of a task (specification §7, `GET status`). */
export const labStatusQuery = (groupId: number, taskId: number) =>
  q('get', '/status', { params: { query: { group_id: groupId, task_id: taskId } } })
