import { lazyComponent } from '../../i18n/lazy-component'

export { PasswordField } from './form-fields'
export { checkNewPassword, checkUsername, type FieldProblem, fieldErrorMessage, fieldHelp } from './model'
export { VerifyEmailActions } from './verify-email'

/** Lazy: few users ever see it. */
export const LazyVerifyPage = lazyComponent(
  () => import('./verify-page').then(part => part.VerifyPage),
  'verify',
)
