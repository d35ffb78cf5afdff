/** The rules of the specification's section 5 for what a person types about an account. */

/** What is wrong with one field; the words are in `src/i18n/field-text.ts`. */
export type FieldProblem =
  | 'missing'
  | 'passwordsDiffer'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordEdges'
  | 'usernameFormat'
  | 'usernameLong'
  | 'emailFormat'
  | 'policyMissing'

/** Characters, as the server counts them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length

export const passwordLimits = { min: 8, max: 128 } as const
const usernameLongest = 150
const emailLongest = 254

/**
 * A new password by itself. Login trims what it sends (specification §5), so spaces at the ends would make a password
 * that never fits again: they are refused, not cut.
 */
export const checkPassword = (password: string): FieldProblem | null => {
  if (password === '') return 'missing'
  const length = lengthOf(password)
  if (length < passwordLimits.min) return 'passwordShort'
  if (length > passwordLimits.max) return 'passwordLong'
  return password === password.trim() ? null : 'passwordEdges'
}

export interface PasswordProblem {
  field: 'password' | 'confirmation'
  problem: FieldProblem
}

/** A new password with its confirmation: first whether they match, then the length (specification §5). */
export const checkNewPassword = (password: string, confirmation: string): PasswordProblem | null => {
  if (password === '') return { field: 'password', problem: 'missing' }
  if (confirmation === '') return { field: 'confirmation', problem: 'missing' }
  if (password !== confirmation) return { field: 'confirmation', problem: 'passwordsDiffer' }
  const problem = checkPassword(password)
  return problem && { field: 'password', problem }
}

/** Letters of any alphabet, numbers, underscores and hyphens. The name comes trimmed. */
export const checkUsername = (username: string): FieldProblem | null => {
  if (username === '') return 'missing'
  if (lengthOf(username) > usernameLongest) return 'usernameLong'
  return /^[\p{L}\p{N}_-]+$/u.test(username) ? null : 'usernameFormat'
}

/**
 * One @ with something on both sides, without spaces and without the marks that surround addresses in lists. Any alphabet
 * (RFC 6531); the server decides the rest. The address comes trimmed.
 */
export const checkEmail = (email: string): FieldProblem | null => {
  if (email === '') return 'missing'
  const isFormed = /^[^\s@<>,;\p{Cc}\p{Cf}]+@[^\s@<>,;\p{Cc}\p{Cf}]+$/u
  return email.length <= emailLongest && isFormed.test(email) ? null : 'emailFormat'
}
