import { ApiError } from '../api/errors'

/** Whether a login was refused because the address is unconfirmed: the server has sent the letter with this answer. */
export const isRefusedWithLetter = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.detail === 'email is not verified, we sent you a link to email for verification'
