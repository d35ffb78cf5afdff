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
export { NextTaskLink } from './next-task-link'
export {
  type GroupViewSearch,
  type PeopleFilter,
  type PeopleOrder,
  peopleFilters,
} from './search'
export { MAX_NOTE_LENGTH, readTaskMark, storeTaskMark, useTaskMark } from './task-marks'
