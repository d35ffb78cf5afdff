import type { ApiError } from '../../api/errors'
import { checkNewPassword, type FieldProblem } from '../auth/public'

export const passwordFields = ['old_password', 'new_password', 'confirmation'] as const
export type PasswordFieldName = (typeof passwordFields)[number]

/** Null if valid. Match first, then length. `old` is null for a user without a password. */
export const checkPasswordForm = (
  old: string | null,
  password: string,
  confirmation: string,
): Partial<Record<PasswordFieldName, FieldProblem>> | null => {
  const wrong = checkNewPassword(password, confirmation)
  if (old !== '' && !wrong) return null
  return {
    ...(old === '' && { old_password: 'missing' as const }),
    ...(wrong && { [wrong.field === 'password' ? 'new_password' : 'confirmation']: wrong.problem }),
  }
}

const fieldByDetail = new Map<unknown, PasswordFieldName | 'new_username'>([
  ['Username already registered', 'new_username'],
  ['Username can contain letters, numbers, underscores and hyphens', 'new_username'],
  ['previous password is not valid', 'old_password'],
  ['Password must be at least 8 characters', 'new_password'],
  ['Passwords do not match', 'confirmation'],
])

/** Which of these fields a server error is about, or null. */
export const getFailedField = <Name extends PasswordFieldName | 'new_username'>(
  { detail, fields }: ApiError,
  names: readonly Name[],
): Name | null =>
  names.find(name => name === fieldByDetail.get(detail)) ??
  names.find(name => fields?.[name] !== undefined) ??
  null

const MAX_LENGTH = 21
const MAX_NAME_LENGTH = 8

/** Keeps up to 8 characters before the @; if that saves nothing, the end of the domain is cut. */
export const shortEmail = (email: string): string => {
  const whole = [...email]
  if (whole.length <= MAX_LENGTH) return email
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  const start = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).join('')}…` : name.join('')
  const short = [...start, ...(at < 0 ? '' : email.slice(at))]
  return (short.length < whole.length ? short : [...short.slice(0, MAX_LENGTH - 1), '…']).join('')
}
