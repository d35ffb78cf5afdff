export { LazyAccessDeniedPage, LazyGroupNumbers } from './lazy-parts'
export {
  getGroupProgress,
  getNextTask,
  getTaskState,
  getTasksInOrder,
  isTaskSolved,
  type StatusMap,
  toStatusMap,
} from './model'
export { MAX_NOTE_LENGTH, readTaskMark, storeTaskMark, useTaskMark } from './task-marks'
