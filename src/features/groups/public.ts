export { LazyAccessDeniedPage } from './lazy-access-denied'
export { LazyGroupNumbers } from './lazy-group-admin'
export {
  getGroupProgress,
  getNextTask,
  getTaskState,
  getTasksInOrder,
  isTaskSolved,
  type StatusMap,
  toStatusMap,
} from './model'
export {
  type PeopleFilter,
  type PeopleOrder,
  peopleFilters,
  type RegisterSearch,
} from './search'
export { MAX_NOTE_LENGTH, readTaskMark, storeTaskMark, useTaskMark } from './task-marks'
