export {
  type AttemptView,
  areTasksClosed,
  getAttemptRule,
  getCurrentAttempt,
  mayNeedAdmission,
  toAttemptView,
  toKnownStatus,
} from './model'
