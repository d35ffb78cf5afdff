import type { ApiError } from '../../api/errors'
import { checkNewPassword, type FieldProblem } from '../../lib/account-rules'

export type PasswordFieldName = 'old_password' | 'new_password' | 'confirmation'

export type PasswordRules = Partial<Record<PasswordFieldName, FieldProblem>>

/**
 * Validates before sending; null if valid. Match first, then length.
 * @param old null for a user without a password
 */
export const checkPasswordForm = (
  old: string | null,
  password: string,
  confirmation: string,
): PasswordRules | null => {
  const wrong = checkNewPassword(password, confirmation)
  if (old !== '' && !wrong) return null
  return {
    ...(old === '' && { old_password: 'missing' as const }),
    ...(wrong && { [wrong.field === 'password' ? 'new_password' : 'confirmation']: wrong.problem }),
  }
}

const fieldByDetail = new Map<unknown, PasswordFieldName>([
  ['previous password is not valid', 'old_password'],
  ['Password must be at least 8 characters', 'new_password'],
  ['Passwords do not match', 'confirmation'],
])

/** The field of a server error, or null. */
export const getFailedField = ({ detail, fields }: ApiError): PasswordFieldName | null => {
  const known = fieldByDetail.get(detail)
  if (known) return known
  if (fields?.old_password !== undefined) return 'old_password'
  return fields?.new_password !== undefined ? 'new_password' : null
}
