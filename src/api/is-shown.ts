import type { TaskSummary } from './responses'

/** Only administrators see hidden tasks, whatever the server sends. */
export const isShown = (task: Pick<TaskSummary, 'status' | 'visible'>, isAdmin: boolean): boolean =>
  isAdmin || (task.status !== 'hidden' && task.visible)
