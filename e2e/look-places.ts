import { expect, type Page } from '@playwright/test'
import { accountWords } from './account-words'
import { boardWords } from './board-words'
import { lmsTask } from './lms-steps'
import { lmsWords } from './lms-words'
import { type Persona, personaPassword } from './people'
import type { Platform, ScenarioName } from './platform'
import { others } from './profile-steps'
import { type Language, words } from './words'

export const lookStates = ['loading', 'success', 'empty', 'error'] as const
export type LookState = (typeof lookStates)[number]

export interface Here {
  page: Page
  platform: Platform
  language: Language
}

/** What is different in one state of a place. */
interface Way {
  /** Default the place's own. */
  path?: string
  /** Default the place's own. */
  persona?: Exclude<Persona, 'lms'> | null
  /** How the database begins; default as it always does. */
  scenario?: ScenarioName
  /** The steps from the address to the state. */
  steps?: (here: Here) => Promise<void>
}

/** One route of the specification, or a tab of one, with the ways into its states. A state that it does not have is absent. */
export interface Place {
  name: string
  path: string
  persona: Exclude<Persona, 'lms'> | null
  /** The call that is held back for `loading` and refused for `error`; `config` is the file of the installation. */
  call?: string
  states: Partial<Record<LookState, Way>>
}

/** All states of a page that reads when it is opened. */
const reading = (empty?: Way): Place['states'] => ({
  loading: {},
  success: {},
  ...(empty && { empty }),
  error: {},
})

type Fill = (here: Here) => Promise<void>

/** All states of a page that is a form: as it is opened, sent without a word in it, under way, and refused by the platform. */
const sending = (fill: Fill, send: Fill): Place['states'] => {
  const filled = async (here: Here) => {
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

const forms: Place[] = [
  {
    name: 'login',
    path: '/login',
    persona: null,
    call: 'login',
    states: sending(
      ({ page, language }) =>
        typed(page, [
          [words[language].username, 'student'],
          [words[language].password, personaPassword],
        ]),
      press(language => words[language].enter),
    ),
  },
  {
    name: 'registration',
    path: '/registration?invite=EXAM-ANALYST',
    persona: null,
    call: 'register',
    states: sending(
      async ({ page, language }) => {
        const text = words[language]
        await typed(page, [
          [text.email, 'anna@mail.example'],
          [text.username, 'anna_orlova'],
          [text.password, 'gora-reka-41'],
          [text.passwordAgain, 'gora-reka-41'],
        ])
        await page.getByRole('checkbox', { name: text.policy }).check()
      },
      press(language => words[language].register),
    ),
  },
  {
    name: 'reset-password',
    path: '/reset-password',
    persona: null,
    call: 'requestPasswordReset',
    states: sending(
      ({ page, language }) => typed(page, [[words[language].email, 'anna@mail.example']]),
      press(language => words[language].sendLink),
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
          [words[language].newPassword, 'gora-reka-41'],
          [words[language].newPasswordAgain, 'gora-reka-41'],
        ]),
      press(language => words[language].savePassword),
    ),
  },
]

const visitors: Place[] = [
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

/** Opens the own profile to everybody, and looks at it by its link. */
async function openShared({ page }: Here): Promise<void> {
  const panel = page.locator('[data-no-print]').getByRole('region')
  await panel.getByRole('button').first().click()
  const field = panel.getByRole('textbox')
  await expect(field).toBeFocused()
  await page.goto(await field.inputValue())
}

const noGroups = { scenario: 'noGroups' } as const

const members: Place[] = [
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
        await page.getByRole('textbox', { name: words[language].flag, exact: true }).press('Enter')
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
      steps: ({ page, language }) => expect(page.getByText(boardWords[language].noneFound)).toBeVisible(),
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

function inDialog(): Place['states'] {
  const open: Fill = async ({ page, language }) => {
    // In a narrow window its button stands in the menu.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: accountWords[language].feedback }).first().click()
  }
  const send: Fill = ({ page, language }) =>
    page.getByRole('dialog').getByRole('button', { name: accountWords[language].send, exact: true }).click()
  const fill = ({ page }: Here, message: string) =>
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
      // What an earlier look has left in the draft goes; the button then says that it waits for a message.
      steps: async here => {
        await open(here)
        await fill(here, '')
      },
    },
    error: { steps: write },
  }
}

const download: Fill = press(language => lmsWords[language].download)

const exams: Place[] = [
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

export const lookPlaces: readonly Place[] = [...forms, ...visitors, ...members, ...exams]
