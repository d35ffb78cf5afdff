import { ApiError } from '../../api/errors'

/** Whether a login was rejected because the email address is unconfirmed; the server has sent another email then. */
export const isEmailUnverifiedError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.detail === 'email is not verified, we sent you a link to email for verification'
