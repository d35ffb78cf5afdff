export { PasswordField } from './form-fields'
export { LazyVerifyPage } from './lazy-verify-page'
export { checkNewPassword, checkUsername, type FieldProblem, fieldErrorMessage, fieldHelp } from './model'
