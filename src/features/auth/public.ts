export { checkNewPassword, checkUsername, type FieldProblem, fieldErrorMessage, fieldHelp } from './model'
export { VerifyPage } from './verify-page'
