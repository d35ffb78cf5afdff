import { expect, type Locator, type Page } from '@playwright/test'
import type { MessageId } from './messages'
import { type Screen, type ScreenContext, type Steps, screensFrom, sees } from './screen'
import { screensOfExams, taskScreens } from './task-screens'
import { fillLogin, openMenu } from './users'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const alertIsThere: Steps = ({ page }) => sees(page.getByRole('main').getByRole('alert'))
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const failing =
  (status: number, headers = {}): Steps =>
  async ({ page, platform }) => {
    platform.fault('getGroup', { kind: 'status', status, headers }, 100)
    await page.reload()
    await sees(title(page))
  }

/** A reload with a missing config.json. */
const loseConfig: Steps = async ({ page }) => {
  await page.route('**/config.json', route => route.fulfill({ status: 404, body: 'Not Found' }))
  await page.reload()
  await sees(title(page))
}

export const fillRegistration: Steps = async ({ page, text }) => {
  await field(page, text.email).fill('anna@mail.example')
  await field(page, text.username).fill('anna_orlova')
  await field(page, text.password).fill('gora-reka-41')
  await field(page, text.passwordAgain).fill('gora-reka-41')
  await page.getByRole('checkbox', { name: text.policy }).check()
}

/** Login, registration, public pages and error pages. */
const entryScreens: Screen[] = [
  ...screensFrom(null, '/login', {
    login: null,
    'login-unverified': async here => {
      here.platform.advanceClock(15 * 86_400_000)
      await fillLogin(here.page, 'newcomer', here.language)
      await alertIsThere(here)
    },
  }),
  ...screensFrom(null, '/login?invite=EXAM-ANALYST', { 'login-invite': null }),
  ...screensFrom(null, '/login?invite=NO-SUCH-CODE', {
    'login-bad-invite': async here => {
      await fillLogin(here.page, 'student', here.language)
      await alertIsThere(here)
    },
  }),
  ...screensFrom(null, '/callback?code=abc', { callback: null }),
  ...screensFrom(null, '/callback', { 'callback-missing': null }),
  ...screensFrom(null, '/registration', {
    registration: null,
    'registration-done': async here => {
      const { page, text, press } = here
      await fillRegistration(here)
      await press(text.register)
      await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    },
  }),
  ...screensFrom(null, '/registration?invite=EXAM-ANALYST', {
    'registration-errors': async ({ page, text, press, say }) => {
      await field(page, text.email).fill('anna')
      await field(page, text.password).fill('gora')
      await press(text.register)
      await expect(page.getByRole('group', { name: say('registration:summary.title') })).toBeFocused()
    },
  }),
  ...screensFrom(null, '/reset-password', {
    'reset-password': null,
    'reset-password-sent': async ({ page, text }) => {
      await field(page, text.email).fill('alexandra.vorobyova@student.example')
      await field(page, text.email).press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
    },
  }),
  ...screensFrom(null, '/new-password?token=abc', {
    'new-password': null,
    'new-password-short': async ({ page, text, press, say }) => {
      await field(page, text.newPassword).fill('gora')
      await field(page, text.newPasswordAgain).fill('gora')
      await press(text.savePassword)
      await sees(page.getByText(say('errors:Password must be at least 8 characters')))
    },
  }),
  ...screensFrom(null, '/new-password', { 'new-password-no-link': null }),
  ...screensFrom(null, '/invite/EXAM-ANALYST', { invite: null }),
  ...screensFrom(null, '/invite/NO-SUCH-CODE', { 'invite-bad': null }),
  ...screensFrom('student', '/invite/AUTUMN-2026', { 'invite-member': null }),
  ...screensFrom('student', '/invite/EXAM-ANALYST', { 'invite-join': null }),
  ...screensFrom('lms', '/invite/EXAM-ANALYST', { 'invite-no-password': null }),
  ...screensFrom(null, '/contacts', { contacts: null, 'contacts-not-set-up': loseConfig }),
  ...screensFrom(null, '/legal', { legal: null }),
  ...screensFrom('student', '/legal', { 'legal-member': null }),
  ...screensFrom(null, '/no/such/page', { 'not-found': null }),
  ...screensFrom('student', '/no/such/page', { 'not-found-member': null }),
  ...screensFrom('student', '/group/1', {
    'error-server': failing(500),
    'error-too-many': failing(429, { 'Retry-After': '60' }),
  }),
]

const editUsername: Steps = async ({ page, language, say, like }) => {
  const menu = await openMenu(page, language)
  await menu.getByRole('button', { name: say('account:username.edit') }).click()
  await menu.getByRole('textbox', { name: say('account:username.label') }).fill('admin')
  await page.keyboard.press('Enter')
  await sees(menu.getByText(like('errors:Username already registered')))
}

const editPassword: Steps = async ({ page, language, say }) => {
  const menu = await openMenu(page, language)
  await menu.getByRole('button', { name: say('account:password.change') }).click()
  await menu.getByRole('textbox', { name: say('account:password.new'), exact: true }).fill('gora-reka-41')
  await menu.getByRole('textbox', { name: say('account:password.repeat') }).fill('gora-reka-14')
  await page.keyboard.press('Enter')
  await sees(menu.getByText(say('errors:Passwords do not match')))
}

export const openFeedback = async ({ page, text, press }: ScreenContext): Promise<Locator> => {
  await press(text.feedback)
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await sees(dialog.getByRole('textbox'))
  return dialog
}

/** A message near its length limit, and a file with a long name. */
const writeFeedback = async (here: ScreenContext): Promise<Locator> => {
  const dialog = await openFeedback(here)
  await dialog.getByRole('textbox').fill('Стенд не отвечает. '.repeat(76))
  const [chooser] = await Promise.all([
    here.page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: here.text.chooseFile }).click(),
  ])
  await chooser.setFiles({
    name: `${'отчёт-о-лабораторной-'.repeat(6)}работе.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(4_900_000),
  })
  return dialog
}

const sendFeedback = (dialog: Locator, { text }: ScreenContext) =>
  dialog.getByRole('button', { name: text.sendFeedback, exact: true }).click()

/** The profile menu, its dialogs and the banners above the pages. */
const accountScreens: Screen[] = [
  ...screensFrom('student', '/groups', {
    menu: ({ page, language }) => openMenu(page, language),
    'username-taken': editUsername,
    'password-mismatch': editPassword,
    feedback: openFeedback,
    palette: async ({ page, say }) => {
      const dialog = page.getByRole('dialog', { name: say('palette:title') })
      // A key that comes before the page's scripts is lost.
      await expect(async () => {
        await page.keyboard.press('Control+KeyK')
        await expect(dialog).toBeVisible({ timeout: 3000 })
      }).toPass()
      await dialog.getByRole('combobox').fill('sql')
      await sees(dialog.getByRole('option'))
    },
    'feedback-file': writeFeedback,
    'feedback-failed': async here => {
      const dialog = await writeFeedback(here)
      here.platform.fault('sendFeedback', { kind: 'status', status: 500 })
      await sendFeedback(dialog, here)
      await sees(dialog.getByText(here.like('errors:server_error')))
    },
    'feedback-sent': async here => {
      const dialog = await openFeedback(here)
      await dialog.getByRole('textbox').fill('Спасибо!')
      await sendFeedback(dialog, here)
      await sees(dialog.getByText(here.text.feedbackSent))
    },
    logout: async ({ page, language, text, say }) => {
      await page.evaluate(() => localStorage.setItem('FeedBack', 'Черновик'))
      const menu = await openMenu(page, language)
      await menu.getByRole('button', { name: text.logout, exact: true }).click()
      await sees(page.getByRole('alertdialog', { name: say('account:logout.title') }))
    },
  }),
  ...screensFrom('newcomer', '/groups', {
    'menu-unverified': ({ page, language }) => openMenu(page, language),
    'verify-email-sent': async ({ page, say }) => {
      const banner = page.getByRole('region', { name: say('account:unverified') })
      await banner.getByRole('button', { name: say('common:verify.send') }).click()
      await sees(banner.getByText(say('common:verify.sent')))
    },
  }),
  ...screensFrom('student', '/groups', {
    'vpn-refused': async ({ page, platform, language, text }) => {
      platform.fault('getVpnConfig', { kind: 'status', status: 500 })
      const menu = await openMenu(page, language)
      await menu.getByRole('button', { name: text.vpn }).click()
      await sees(menu.getByRole('alert'))
    },
  }),
  ...screensFrom('lms', '/groups', { 'menu-lms': ({ page, language }) => openMenu(page, language) }),
  ...screensFrom('student', '/group/1/task/102', {
    shortcuts: async ({ page, text, press }) => {
      await press(text.shortcuts)
      await sees(page.getByRole('dialog', { name: text.shortcuts }))
    },
  }),
  ...screensFrom('student', '/group/1/task/101', {
    offline: async ({ page, text }) => {
      await page.context().setOffline(true)
      await sees(page.getByText(text.offlineBanner))
    },
  }),
]

/** The open championship with 10,000 users and the course with 60. */
export const hugeBoard = { group: 7, address: '/group/7/leaderboard', people: 10_000 }
export const smallBoard = { group: 1, address: '/group/1/leaderboard' }

const boardScreens: Screen[] = [
  ...screensFrom('student', smallBoard.address, {
    leaderboard: null,
    'leaderboard-chart': async ({ page, say }) => {
      const chart = page.getByRole('region', { name: say('leaderboard:chart.title') })
      await chart.getByText(say('leaderboard:chart.table'), { exact: true }).click()
      await sees(chart.getByRole('table'))
    },
  }),
  ...screensFrom('student', `${smallBoard.address}?q=александр`, { 'leaderboard-found': null }),
  ...screensFrom('student', `${smallBoard.address}?q=нет+таких`, { 'leaderboard-none-found': null }),
  ...screensFrom('student', '/group/6/leaderboard', { 'leaderboard-hidden': null }),
  ...screensFrom('student', hugeBoard.address, { 'leaderboard-large': null }),
  ...screensFrom('student', `${smallBoard.address}?view=presenter`, { 'leaderboard-show': null }),
  ...screensFrom('student', `${smallBoard.address}?view=matrix`, { 'leaderboard-matrix': null }),
  ...screensFrom('student', `${smallBoard.address}?names=short`, { 'leaderboard-short-names': null }),
  ...screensFrom('admin', smallBoard.address, { 'leaderboard-admin': null }),
  ...screensFrom('admin', '/group/1?tab=register', { register: null }),
]

/** Seeded users: one with an open profile, one with a private profile, and an unknown id. */
export const others = { open: 100_001, closed: 100_002, unknown: 199_999 }

/** Shares the own profile and returns its path. */
export const shareProfile = async ({ page, text }: ScreenContext): Promise<string> => {
  await page.getByRole('switch', { name: text.shareProfile }).click()
  // Phones don't show the field.
  return page.getByLabel(text.shareLink).inputValue()
}

const profileScreens: Screen[] = [
  ...screensFrom('student', '/competencies', {
    competencies: null,
    'competencies-public': shareProfile,
    'competencies-hide': async here => {
      await shareProfile(here)
      await here.page.getByRole('switch', { name: here.text.shareProfile }).click()
      await sees(here.page.getByRole('alertdialog', { name: here.say('sharing:hide.title') }))
    },
    'profile-shared': async here => {
      await here.page.goto(await shareProfile(here))
      await sees(here.page.getByRole('heading', { name: here.text.competencyList }))
    },
  }),
  ...screensFrom('examinee', '/competencies', { 'competencies-exam': null }),
  ...screensFrom('newcomer', '/competencies', { 'competencies-empty': null }),
  ...screensFrom('student', `/competencies/${others.open}`, { 'competencies-other': null }),
  ...screensFrom('student', `/competencies/${others.closed}`, { 'competencies-closed': null }),
  ...screensFrom('student', `/competencies/${others.unknown}`, { 'competencies-unknown': null }),
  ...screensFrom(null, '/profile/abc', { profile: null }),
]

/** Paths of LMS tasks: unknown names, and a name that is too long and has markup. */
export const lmsTask = {
  unknown: '/moodle/sec-autumn-26/99-none',
  malformed: `/moodle/sec-autumn-26/${'4'.repeat(60)}%3Cb%3E41`,
}

export const lmsPage = '/group/1?tab=lms'

/** Waits for the newest result of the sync. */
/** The newest is the first. */
const expectResult = ({ page, say }: ScreenContext, headline: MessageId) =>
  sees(
    page
      .getByRole('region', { name: say('lms:history') })
      .locator('ol > li')
      .first()
      .getByRole('heading', { name: say(headline) }),
  )

const askUpload = async ({ page, text, press }: ScreenContext): Promise<Locator> => {
  await press(text.lmsUpload)
  const question = page.getByRole('alertdialog', { name: text.lmsQuestion })
  await sees(question)
  return question
}

const upload: Steps = async here => {
  const question = await askUpload(here)
  await question.getByRole('button', { name: here.say('lms:confirm.yes') }).click()
  await expect(question).toHaveCount(0)
}

/** The login from the LMS, and the sync with it. */
const lmsScreens: Screen[] = [
  ...screensFrom('student', lmsTask.unknown, { 'lms-task': null }),
  ...screensFrom('student', lmsTask.malformed, { 'lms-task-malformed': null }),
  ...screensFrom('admin', lmsPage, { 'lms-panel': null, 'lms-question': askUpload }),
  ...screensFrom(
    'admin',
    lmsPage,
    {
      'lms-ledger': async here => {
        await upload(here)
        await sees(here.page.getByRole('list', { name: here.say('lms:errors.title') }))
        await upload(here)
        await expectResult(here, 'lms:status.sent')
      },
    },
    'lmsPartlyFailed',
  ),
  ...screensFrom(
    'admin',
    lmsPage,
    {
      'lms-off': async here => {
        await upload(here)
        await sees(here.page.getByText(here.say('lms:text.off')))
      },
    },
    'lmsAndMailDown',
  ),
]

/** One URL for each route, and each state of a main screen. */
export const screens: Screen[] = [
  ...entryScreens,
  ...accountScreens,
  ...taskScreens,
  ...screensOfExams,
  ...boardScreens,
  ...profileScreens,
  ...lmsScreens,
  ...screensFrom('student', '/', { home: null }),
  ...screensFrom('student', '/groups', { groups: null }),
  ...screensFrom('student', '/group/1', { group: null }),
  ...screensFrom('student', '/group/2', { 'group-english': null }),
  ...screensFrom('student', '/group/3', { 'group-not-begun': null }),
  ...screensFrom('student', '/group/4', { 'group-ended': null }),
  ...screensFrom('candidate', '/group/5', { 'group-exam': null }),
  ...screensFrom('student', '/group/1/task/101', { task: null }),
  ...screensFrom('student', '/group/1/task/102', { 'task-three-flags': null }),
  ...screensFrom('student', '/group/1/task/103', { 'task-solved': null }),
  ...screensFrom('newcomer', '/group/9', { 'group-of-others': null }),
  ...screensFrom('newcomer', '/', { 'home-unverified': null }),
]
