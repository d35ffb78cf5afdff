export { NextTaskLink } from './group-header'
export { LazyAccessDeniedPage } from './lazy-access-denied'
export { LazyGroupNumbers } from './lazy-group-admin'
export {
  getGroupProgress,
  getNextTask,
  getTaskState,
  getTasksInOrder,
  isShown,
  isTaskSolved,
  type StatusMap,
  toStatusMap,
} from './model'
export {
  type GroupViewSearch,
  type PeopleFilter,
  type PeopleOrder,
  peopleFilters,
} from './search'
export { MAX_NOTE_LENGTH, readTaskMark, storeTaskMark, useTaskMark } from './task-marks'
export { useTaskMatches } from './use-task-matches'
