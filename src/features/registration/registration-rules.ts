import {
  checkEmail,
  checkNewPassword,
  checkPassword,
  checkUsername,
  type FieldProblem,
} from '../../lib/account-rules'

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

export type Problems = { [Name in FieldName]?: FieldProblem }

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
export const checkEntries = (entries: Entries): Problems => {
  const problems: Problems = {}
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
