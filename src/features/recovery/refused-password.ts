import { ApiError } from '../../api/errors'

/** Where the server's answer to a new password belongs: to the link, to a field, or to the whole form. */
export type PasswordRefusal = 'link' | 'password' | 'confirmation' | 'form'

/** A detail or a named field says where; its words come from `errorText`, or from us where the server only names the field. */
export const placeOfRefusal = (error: unknown): PasswordRefusal => {
  if (!(error instanceof ApiError)) return 'form'
  if (error.detail === 'Invalid token') return 'link'
  if (error.detail === 'Password must be at least 8 characters') return 'password'
  if (error.detail === 'Passwords do not match') return 'confirmation'
  if (error.status !== 422) return 'form'
  if (error.fields?.token) return 'link'
  return error.fields?.password ? 'password' : 'form'
}
