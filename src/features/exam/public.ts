export {
  type AttemptView,
  areTasksClosed,
  getAttemptRule,
  getCurrentAttempt,
  getRunningAttempt,
  mayNeedAdmission,
  toAttemptView,
  toKnownStatus,
} from './model'
