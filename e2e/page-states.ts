import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { boardLabels } from './board-labels'
import { labels } from './labels'
import { lmsLabels } from './lms-labels'
import { lmsTask } from './lms-steps'
import type { Language } from './messages'
import type { Platform, ScenarioName } from './platform'
import { others } from './profile-steps'
import { screens } from './routes'
import { type Persona, personaPassword } from './users'

export const pageStates = ['loading', 'success', 'empty', 'error'] as const
export type PageState = (typeof pageStates)[number]

export interface PageContext {
  page: Page
  platform: Platform
  language: Language
}

/** The differences in one state of a page. */
interface Way {
  /** Default: that of the page. */
  path?: string
  /** Default the place's own. */
  persona?: Exclude<Persona, 'lms'> | null
  /** The scenario of the database. */
  scenario?: ScenarioName
  /** The steps from the URL to the state. */
  steps?: (here: PageContext) => Promise<void>
}

/** One route, or a tab of one, with the steps into its states. Missing states do not exist. */
export interface PageUnderTest {
  name: string
  path: string
  persona: Exclude<Persona, 'lms'> | null
  /** The request that is held back for `loading` and fails for `error`; `config` is config.json. */
  call?: string
  states: Partial<Record<PageState, Way>>
}

/** The states of a page that loads data. */
const reading = (empty?: Way): PageUnderTest['states'] => ({
  loading: {},
  success: {},
  ...(empty && { empty }),
  error: {},
})

type Fill = (here: PageContext) => Promise<void>

/** The states of a form: opened, submitted empty, pending, rejected. */
const sending = (fill: Fill, send: Fill): PageUnderTest['states'] => {
  const filled = async (here: PageContext) => {
    await fill(here)
    await send(here)
  }
  return { loading: { steps: filled }, success: {}, empty: { steps: send }, error: { steps: filled } }
}

const press =
  (name: (language: Language) => string): Fill =>
  ({ page, language }) =>
    page
      .getByRole('main')
      .getByRole('button', { name: name(language), exact: true })
      .click()

const typed = async (page: Page, fields: readonly (readonly [label: string, text: string])[]) => {
  for (const [name, text] of fields) await page.getByRole('textbox', { name, exact: true }).fill(text)
}

const forms: PageUnderTest[] = [
  {
    name: 'login',
    path: '/login',
    persona: null,
    call: 'login',
    states: sending(
      ({ page, language }) =>
        typed(page, [
          [labels[language].username, 'student'],
          [labels[language].password, personaPassword],
        ]),
      press(language => labels[language].enter),
    ),
  },
  {
    name: 'registration',
    path: '/registration?invite=EXAM-ANALYST',
    persona: null,
    call: 'register',
    states: sending(
      async ({ page, language }) => {
        const text = labels[language]
        await typed(page, [
          [text.email, 'anna@mail.example'],
          [text.username, 'anna_orlova'],
          [text.password, 'gora-reka-41'],
          [text.passwordAgain, 'gora-reka-41'],
        ])
        await page.getByRole('checkbox', { name: text.policy }).check()
      },
      press(language => labels[language].register),
    ),
  },
  {
    name: 'reset-password',
    path: '/reset-password',
    persona: null,
    call: 'requestPasswordReset',
    states: sending(
      ({ page, language }) => typed(page, [[labels[language].email, 'anna@mail.example']]),
      press(language => labels[language].sendLink),
    ),
  },
  {
    name: 'new-password',
    path: '/new-password?token=abc',
    persona: null,
    call: 'setNewPassword',
    states: sending(
      ({ page, language }) =>
        typed(page, [
          [labels[language].newPassword, 'gora-reka-41'],
          [labels[language].newPasswordAgain, 'gora-reka-41'],
        ]),
      press(language => labels[language].savePassword),
    ),
  },
]

const visitors: PageUnderTest[] = [
  {
    name: 'callback',
    path: '/callback?code=abc',
    persona: null,
    call: 'completeLmsLogin',
    states: { loading: {}, empty: { path: '/callback' }, error: {} },
  },
  {
    name: 'invite',
    path: '/invite/EXAM-ANALYST',
    persona: null,
    call: 'checkInvite',
    states: reading({ path: '/invite/NO-SUCH-CODE' }),
  },
  {
    name: 'profile',
    path: `/profile/${'a'.repeat(22)}`,
    persona: 'student',
    call: 'getSharedProfile',
    states: {
      ...reading({ path: '/profile/abc', persona: null }),
      success: { path: '/competencies', steps: openShared },
    },
  },
  { name: 'contacts', path: '/contacts', persona: null, call: 'config', states: reading() },
  { name: 'legal', path: '/legal', persona: null, call: 'config', states: reading() },
  { name: 'nowhere', path: '/no/such/page', persona: null, states: { empty: {} } },
]

/** Shares the own profile and opens its link. */
async function openShared({ page }: PageContext): Promise<void> {
  const panel = page.locator('[data-no-print]').getByRole('region')
  await panel.getByRole('button').first().click()
  const field = panel.getByRole('textbox')
  await expect(field).toBeFocused()
  await page.goto(await field.inputValue())
}

const noGroups = { scenario: 'noGroups' } as const

const members: PageUnderTest[] = [
  { name: 'home', path: '/', persona: 'student', call: 'listGroups', states: reading(noGroups) },
  { name: 'groups', path: '/groups', persona: 'student', call: 'listGroups', states: reading(noGroups) },
  {
    name: 'group',
    path: '/group/1',
    persona: 'student',
    call: 'getGroup',
    states: reading({ path: '/group/1?q=нет+такого' }),
  },
  {
    name: 'task',
    path: '/group/1/task/102',
    persona: 'student',
    call: 'getTask',
    states: reading({
      steps: async ({ page, language }) => {
        await page.getByRole('textbox', { name: labels[language].flag, exact: true }).press('Enter')
      },
    }),
  },
  {
    name: 'leaderboard',
    path: '/group/1/leaderboard',
    persona: 'student',
    call: 'getLeaderboard',
    states: reading({
      path: '/group/1/leaderboard?q=нет+таких',
      steps: ({ page, language }) => expect(page.getByText(boardLabels[language].noneFound)).toBeVisible(),
    }),
  },
  {
    name: 'competencies',
    path: '/competencies',
    persona: 'student',
    call: 'getCompetencies',
    states: reading({ persona: 'newcomer' }),
  },
  {
    name: 'competencies-other',
    path: `/competencies/${others.open}`,
    persona: 'student',
    call: 'getCompetencies',
    states: reading({ path: `/competencies/${others.closed}` }),
  },
  {
    name: 'moodle',
    path: lmsTask.unknown,
    persona: 'student',
    call: 'findLmsTask',
    states: { loading: {}, empty: {}, error: {} },
  },
  {
    name: 'feedback',
    path: '/groups',
    persona: 'student',
    call: 'sendFeedback',
    states: inDialog(),
  },
]

function inDialog(): PageUnderTest['states'] {
  const open: Fill = async ({ page, language }) => {
    await page.getByRole('button', { name: accountLabels[language].feedback }).first().click()
  }
  const send: Fill = ({ page, language }) =>
    page.getByRole('dialog').getByRole('button', { name: accountLabels[language].send, exact: true }).click()
  const fill = ({ page }: PageContext, message: string) =>
    page.getByRole('dialog').getByRole('textbox').fill(message)
  const write: Fill = async here => {
    await open(here)
    await fill(here, 'Стенд не отвечает.')
    await send(here)
  }
  return {
    loading: { steps: write },
    success: { steps: write },
    empty: {
      // Clears the draft of an earlier view; the button then waits for a message.
      steps: async here => {
        await open(here)
        await fill(here, '')
      },
    },
    error: { steps: write },
  }
}

const download: Fill = press(language => lmsLabels[language].download)

const exams: PageUnderTest[] = [
  {
    name: 'exam',
    path: '/group/5?tab=exam',
    persona: 'candidate',
    call: 'getGroup',
    states: { ...reading({ path: '/group/8?tab=exam' }), success: { scenario: 'needPay' } },
  },
  {
    name: 'lms',
    path: '/group/1?tab=lms',
    persona: 'admin',
    call: 'downloadFromLms',
    states: { loading: { steps: download }, success: {}, error: { steps: download } },
  },
]

/** Screens that `npm test` walks too: dialogs, the lab and its terminal, an exam, results of a submission. */
const sampledScreens = new Set([
  'login-unverified',
  'new-password-short',
  'menu',
  'logout',
  'shortcuts',
  'task-flag-question',
  'task-verdicts',
  'task-hint-price',
  'task-writeup-spoiler',
  'task-lab-failed',
  'task-lab-stop',
  'task-lab-ends',
  'terminal',
  'terminal-no-host',
  'task-admin',
  'exam-bank',
  'exam-payment-rejected',
  'exam-running',
  'exam-no-contact',
  'exam-time-over',
  'exam-report-rejected',
  'competencies-hide',
  'leaderboard-chart',
  'lms-question',
])

export const pages: readonly PageUnderTest[] = [...forms, ...visitors, ...members, ...exams]

/** Further states: all that need steps with `--full`. */
export const furtherPages: readonly PageUnderTest[] = screens.flatMap(
  ({ name, path, persona, scenario, prepare }) => {
    const isWalked = process.env.FLAGSHIP_TESTS === 'full' ? prepare : sampledScreens.has(name)
    // The tools of axe end the simulated outage.
    if (!isWalked || persona === 'lms' || name === 'offline') return []
    const steps = async (here: PageContext) => prepare?.(here.page, { ...here, text: labels[here.language] })
    return [{ name, path, persona, states: { success: { ...(scenario && { scenario }), steps } } }]
  },
)
