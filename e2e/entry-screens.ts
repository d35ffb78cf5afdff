import { expect, type Page } from '@playwright/test'
import type { Screen } from './routes'
import { fillLogin, newUser, typeRegistration } from './users'

const twoWeeks = 15 * 86_400_000

/** A reload with a missing config.json. */
const loseConfig = async (page: Page) => {
  await page.route('**/config.json', route => route.fulfill({ status: 404, body: 'Not Found' }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const alertIsThere = (page: Page) => expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()

const login: Screen[] = [
  { name: 'login', path: '/login', persona: null },
  { name: 'login-invite', path: '/login?invite=EXAM-ANALYST', persona: null },
  {
    name: 'login-bad-invite',
    path: '/login?invite=NO-SUCH-CODE',
    persona: null,
    prepare: async (page, { language }) => {
      await fillLogin(page, 'student', language)
      await alertIsThere(page)
    },
  },
  {
    name: 'login-unverified',
    path: '/login',
    persona: null,
    prepare: async (page, { language, platform }) => {
      platform.advanceClock(twoWeeks)
      await fillLogin(page, 'newcomer', language)
      await alertIsThere(page)
    },
  },
  { name: 'callback', path: '/callback?code=abc', persona: null },
  { name: 'callback-missing', path: '/callback', persona: null },
]

const registration: Screen[] = [
  { name: 'registration', path: '/registration', persona: null },
  {
    name: 'registration-errors',
    path: '/registration?invite=EXAM-ANALYST',
    persona: null,
    prepare: async (page, { text }) => {
      await page.getByRole('textbox', { name: text.email, exact: true }).fill('anna')
      await page.getByRole('textbox', { name: text.password, exact: true }).fill('gora')
      await page.getByRole('button', { name: text.register, exact: true }).click()
      await expect(page.getByRole('group', { name: text.correctThis })).toBeFocused()
    },
  },
  {
    name: 'registration-done',
    path: '/registration',
    persona: null,
    prepare: async (page, { language, text }) => {
      await typeRegistration(page, newUser, language)
      await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeVisible()
    },
  },
]

const recovery: Screen[] = [
  { name: 'reset-password', path: '/reset-password', persona: null },
  {
    name: 'reset-password-sent',
    path: '/reset-password',
    persona: null,
    prepare: async (page, { text }) => {
      const email = page.getByRole('textbox', { name: text.email, exact: true })
      await email.fill('alexandra.vorobyova@student.example')
      await email.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeVisible()
    },
  },
  { name: 'new-password', path: '/new-password?token=abc', persona: null },
  {
    name: 'new-password-short',
    path: '/new-password?token=abc',
    persona: null,
    prepare: async (page, { text }) => {
      await page.getByRole('textbox', { name: text.newPassword, exact: true }).fill('gora')
      await page.getByRole('textbox', { name: text.newPasswordAgain }).fill('gora')
      await page.getByRole('button', { name: text.savePassword }).click()
      await expect(page.getByText(text.passwordShort)).toBeVisible()
    },
  },
  { name: 'new-password-no-link', path: '/new-password', persona: null },
]

const invite: Screen[] = [
  { name: 'invite', path: '/invite/EXAM-ANALYST', persona: null },
  { name: 'invite-bad', path: '/invite/NO-SUCH-CODE', persona: null },
  { name: 'invite-member', path: '/invite/AUTUMN-2026', persona: 'student' },
  { name: 'invite-join', path: '/invite/EXAM-ANALYST', persona: 'student' },
  { name: 'invite-no-password', path: '/invite/EXAM-ANALYST', persona: 'lms' },
]

const failing = (status: number, headers = {}): NonNullable<Screen['prepare']> => {
  return async (page, { platform }) => {
    platform.fault('getGroup', { kind: 'status', status, headers }, 100)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

const others: Screen[] = [
  { name: 'contacts', path: '/contacts', persona: null },
  { name: 'contacts-not-set-up', path: '/contacts', persona: null, prepare: loseConfig },
  { name: 'legal', path: '/legal', persona: null },
  { name: 'legal-member', path: '/legal', persona: 'student' },
  { name: 'not-found', path: '/no/such/page', persona: null },
  { name: 'not-found-member', path: '/no/such/page', persona: 'student' },
  { name: 'error-server', path: '/group/1', persona: 'student', prepare: failing(500) },
  {
    name: 'error-too-many',
    path: '/group/1',
    persona: 'student',
    prepare: failing(429, { 'Retry-After': '60' }),
  },
]

/** Login, registration, public pages and error pages. */
export const screensOfEntry: Screen[] = [...login, ...registration, ...recovery, ...invite, ...others]
