export { checkNewPassword, checkUsername, type FieldProblem, fieldErrorMessage, fieldHelp } from './model'
export { VerifyEmailActions } from './verify-email'
