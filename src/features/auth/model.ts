import i18next from 'i18next'
import { ApiError } from '../../api/errors'

/** Whether an error means that the code is invalid: unknown or inactive (404), or malformed (422). */
export const isBadInvite = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'http' && (error.status === 404 || error.status === 422)

/** Why a field is invalid, with the key of its message. */
const messageKeys = {
  missing: 'field.missing',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 8 characters',
  passwordLong: 'field.passwordLong',
  passwordEdges: 'field.passwordEdges',
  usernameFormat: 'field.usernameFormat',
  usernameLong: 'field.usernameLong',
  emailFormat: 'field.emailFormat',
  policyMissing: 'field.policyMissing',
} as const

export type FieldProblem = keyof typeof messageKeys

export const fieldErrorMessage = (problem: FieldProblem): string =>
  i18next.t(messageKeys[problem], { ns: 'errors' })

/** What to type instead; null if the message says it all. */
export const fieldHelp = (problem: FieldProblem | null | undefined): string | null => {
  if (problem === 'usernameFormat') return i18next.t('field.usernameHelp', { ns: 'errors' })
  if (problem === 'emailFormat') return i18next.t('field.emailHelp', { ns: 'errors' })
  return null
}

/** Counts code points, like the server: an emoji is one. */
const countCharacters = (text: string): number => [...text].length

export const passwordLimits = { min: 8, max: 128 } as const
const MAX_USERNAME_LENGTH = 150
const MAX_EMAIL_LENGTH = 254

/** Login trims the password, so one with spaces at its ends would never match again: reject it instead of trimming. */
export const checkPassword = (password: string): FieldProblem | null => {
  if (password === '') return 'missing'
  const length = countCharacters(password)
  if (length < passwordLimits.min) return 'passwordShort'
  if (length > passwordLimits.max) return 'passwordLong'
  return password === password.trim() ? null : 'passwordEdges'
}

/** Checks the match first, then the length. */
export const checkNewPassword = (
  password: string,
  confirmation: string,
): { field: 'password' | 'confirmation'; problem: FieldProblem } | null => {
  if (password === '') return { field: 'password', problem: 'missing' }
  if (confirmation === '') return { field: 'confirmation', problem: 'missing' }
  if (password !== confirmation) return { field: 'confirmation', problem: 'passwordsDiffer' }
  const problem = checkPassword(password)
  return problem && { field: 'password', problem }
}

/** Letters of any alphabet, digits, underscores and hyphens. Expects a trimmed name. */
export const checkUsername = (username: string): FieldProblem | null => {
  if (username === '') return 'missing'
  if (countCharacters(username) > MAX_USERNAME_LENGTH) return 'usernameLong'
  return /^[\p{L}\p{N}_-]+$/u.test(username) ? null : 'usernameFormat'
}

/** One `@` between two parts of any alphabet (RFC 6531); the server decides the rest. Expects a trimmed address. */
export const checkEmail = (email: string): FieldProblem | null => {
  if (email === '') return 'missing'
  const emailPattern = /^[^\s@<>,;\p{Cc}\p{Cf}]+@[^\s@<>,;\p{Cc}\p{Cf}]+$/u
  return email.length <= MAX_EMAIL_LENGTH && emailPattern.test(email) ? null : 'emailFormat'
}
