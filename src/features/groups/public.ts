export { LazyAccessDeniedPage } from './lazy-access-denied'
export {
  getGroupProgress,
  getNextTask,
  getTaskState,
  getTasksInOrder,
  isTaskSolved,
  type StatusMap,
  toStatusMap,
} from './model'
