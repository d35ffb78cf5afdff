import {
  checkEmail,
  checkNewPassword,
  checkPassword,
  checkUsername,
  type FieldProblem,
} from '../../lib/account-rules'

/** The fields in the order of the page. */
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

/** What was typed: the e-mail and the username without the spaces around them, the password as it is. */
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

/** One field by itself, for the check while the form is being filled in. */
export const checkField = (name: FieldName, entries: Entries): FieldProblem | null => {
  if (name === 'email') return checkEmail(entries.email)
  if (name === 'username') return checkUsername(entries.username)
  if (name === 'password') return checkPassword(entries.password)
  if (name === 'policy') return entries.policy ? null : 'policyMissing'
  if (entries.confirmation === '') return 'missing'
  // Without a password there is nothing to differ from.
  return entries.password === '' || entries.confirmation === entries.password ? null : 'passwordsDiffer'
}

/** Everything that stands against sending. Two passwords: first whether they match, then the length (specification §5). */
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
