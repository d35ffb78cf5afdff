import i18next from 'i18next'
import type { FieldProblem } from '../lib/account-rules'
import type errorTexts from './locales/ru/errors.json'

const messageKeys: Record<FieldProblem, keyof typeof errorTexts> = {
  missing: 'field.missing',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 8 characters',
  passwordLong: 'field.passwordLong',
  passwordEdges: 'field.passwordEdges',
  usernameFormat: 'field.usernameFormat',
  usernameLong: 'field.usernameLong',
  emailFormat: 'field.emailFormat',
  policyMissing: 'field.policyMissing',
}

export const fieldErrorMessage = (problem: FieldProblem): string =>
  i18next.t(messageKeys[problem], { ns: 'errors' })

/** What to type instead; null if the message says it all. */
export const fieldHelp = (problem: FieldProblem | null | undefined): string | null => {
  if (problem === 'usernameFormat') return i18next.t('field.usernameHelp', { ns: 'errors' })
  if (problem === 'emailFormat') return i18next.t('field.emailHelp', { ns: 'errors' })
  return null
}
