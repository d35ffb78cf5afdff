import type { ErrorDetail } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { checkEmail, checkNewPassword, checkPassword, checkUsername, type FieldProblem } from './model'

/** In page order. */
export const fieldNames = ['email', 'username', 'password', 'confirmation', 'policy'] as const
export type FieldName = (typeof fieldNames)[number]

export const isFieldName = (name: string): name is FieldName =>
  (fieldNames as readonly string[]).includes(name)

export interface Entries {
  email: string
  username: string
  password: string
  confirmation: string
  policy: boolean
}

/** A broken rule, an error of the server, or a value that the server rejected without a known reason. */
export type FieldIssue = FieldProblem | 'rejected' | ApiError
export type FieldIssues = { [Name in FieldName]?: FieldIssue }

/** Email and username are trimmed, the password is not. */
export const readEntries = (data: FormData): Entries => {
  const text = (name: FieldName) => String(data.get(name) ?? '')
  return {
    email: text('email').trim(),
    username: text('username').trim(),
    password: text('password'),
    confirmation: text('confirmation'),
    policy: data.has('policy'),
  }
}

/** Validates one field while typing. */
export const checkField = (name: FieldName, entries: Entries): FieldProblem | null => {
  if (name === 'email') return checkEmail(entries.email)
  if (name === 'username') return checkUsername(entries.username)
  if (name === 'password') return checkPassword(entries.password)
  if (name === 'policy') return entries.policy ? null : 'policyMissing'
  if (entries.confirmation === '') return 'missing'
  return entries.password === '' || entries.confirmation === entries.password ? null : 'passwordsDiffer'
}

/** Validates everything before sending. Passwords: match first, then length. */
export const checkEntries = (entries: Entries): FieldIssues => {
  const problems: FieldIssues = {}
  for (const name of fieldNames) {
    const problem = checkField(name, entries)
    if (problem) problems[name] = problem
  }
  const { password, confirmation } = entries
  if (password === '' || confirmation === '') return problems
  const first = checkNewPassword(password, confirmation)
  delete problems.password
  delete problems.confirmation
  return first ? { ...problems, [first.field]: first.problem } : problems
}

const fieldByDetail = new Map<ErrorDetail, FieldName>([
  ['User already registered', 'email'],
  ['Username already registered', 'username'],
  ['Username can contain letters, numbers, underscores and hyphens', 'username'],
  ['Password must be at least 8 characters', 'password'],
  ['Passwords do not match', 'confirmation'],
])

export const getServerIssues = (error: unknown): FieldIssues => {
  if (!(error instanceof ApiError)) return {}
  const field = error.detail && fieldByDetail.get(error.detail)
  if (field) return { [field]: error }
  const issues: FieldIssues = {}
  for (const name of fieldNames) {
    if (Object.hasOwn(error.fields ?? {}, name)) issues[name] = 'rejected'
  }
  return issues
}

/** Whether the invite was the reason. */
export const isInviteError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.detail === 'Group with this invite code not found' || Object.hasOwn(error.fields ?? {}, 'invite'))

/** Whether the account may exist anyway: no response, or one of a gateway. */
export const mayHaveRegistered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind !== 'http' || ((error.status ?? 500) >= 500 && !error.detail)
