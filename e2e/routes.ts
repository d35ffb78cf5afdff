import { expect, type Page } from '@playwright/test'
import { screensOfAccount } from './account-screens'
import { boardLabels } from './board-labels'
import { hugeBoard, smallBoard } from './board-steps'
import { screensOfEntry } from './entry-screens'
import { screensOfExams } from './exam-screens'
import type { labels } from './labels'
import { lmsLabels } from './lms-labels'
import { lmsTask, newestResult, uploadByKeyboard } from './lms-steps'
import type { Language } from './messages'
import type { Platform, ScenarioName } from './platform'
import { profileLabels } from './profile-labels'
import { others, sharePanel } from './profile-steps'
import { screensOfTasks } from './task-screens'
import type { Persona } from './users'

/** Shares the own profile and returns its path. */
async function publish(page: Page, language: Language): Promise<string> {
  const text = profileLabels[language]
  const panel = sharePanel(page, language)
  await panel.getByRole('button', { name: text.publish }).click()
  const field = panel.getByRole('textbox', { name: text.link })
  await expect(field).toBeFocused()
  return field.inputValue()
}

/** Own competencies, those of others, and the public view. */
const screensOfProfiles: Screen[] = [
  { name: 'competencies', path: '/competencies', persona: 'student' },
  {
    name: 'competencies-public',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => void (await publish(page, language)),
  },
  {
    name: 'competencies-hide',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = profileLabels[language]
      await publish(page, language)
      await sharePanel(page, language).getByRole('button', { name: text.hide }).click()
      await expect(page.getByRole('alertdialog', { name: text.hideQuestion })).toBeVisible()
    },
  },
  { name: 'competencies-empty', path: '/competencies', persona: 'newcomer' },
  { name: 'competencies-other', path: `/competencies/${others.open}`, persona: 'student' },
  { name: 'competencies-closed', path: `/competencies/${others.closed}`, persona: 'student' },
  { name: 'competencies-unknown', path: `/competencies/${others.unknown}`, persona: 'student' },
  { name: 'profile', path: '/profile/abc', persona: null },
  {
    name: 'profile-shared',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => {
      await page.goto(await publish(page, language))
      await expect(page.getByRole('heading', { name: profileLabels[language].list })).toBeVisible()
    },
  },
]

const address = '/group/1?tab=lms'

/** The login from the LMS, and the sync with it. */
const screensOfLms: Screen[] = [
  { name: 'lms-task', path: lmsTask.unknown, persona: 'student' },
  { name: 'lms-task-malformed', path: lmsTask.malformed, persona: 'student' },
  { name: 'lms-panel', path: address, persona: 'admin' },
  {
    name: 'lms-question',
    path: address,
    persona: 'admin',
    prepare: async (page, { language }) => {
      const text = lmsLabels[language]
      await page.getByRole('button', { name: text.upload }).click()
      await expect(page.getByRole('alertdialog', { name: text.question })).toBeVisible()
    },
  },
  {
    name: 'lms-ledger',
    path: address,
    persona: 'admin',
    scenario: 'lmsPartlyFailed',
    prepare: async (page, { language }) => {
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsLabels[language].nothingSent)).toBeVisible()
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsLabels[language].sent)).toBeVisible()
    },
  },
  {
    name: 'lms-off',
    path: address,
    persona: 'admin',
    scenario: 'lmsAndMailDown',
    prepare: async (page, { language }) => {
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsLabels[language].disabled)).toBeVisible()
      await page.getByRole('button', { name: lmsLabels[language].download }).click()
      await expect(newestResult(page, language, lmsLabels[language].notUpdated)).toBeVisible()
    },
  },
]

/** The leaderboard of a group in each of its states. */
const screensOfBoards: Screen[] = [
  { name: 'leaderboard', path: smallBoard.address, persona: 'student' },
  {
    name: 'leaderboard-chart',
    path: smallBoard.address,
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = boardLabels[language]
      const chart = page.getByRole('region', { name: text.chart })
      await chart.getByText(text.chartTable, { exact: true }).click()
      await expect(chart.getByRole('table')).toBeVisible()
    },
  },
  { name: 'leaderboard-found', path: `${smallBoard.address}?q=александр`, persona: 'student' },
  { name: 'leaderboard-none-found', path: `${smallBoard.address}?q=нет+таких`, persona: 'student' },
  { name: 'leaderboard-hidden', path: '/group/6/leaderboard', persona: 'student' },
  { name: 'leaderboard-large', path: hugeBoard.address, persona: 'student' },
  { name: 'leaderboard-show', path: `${smallBoard.address}?view=presenter`, persona: 'student' },
]

export type Screen = {
  /** The name of its screenshots. */
  name: string
  path: string
  /** The user; `null` is a visitor. */
  persona: Persona | null
  /** The scenario of the database, if not the default. */
  scenario?: ScenarioName
  /** The steps from the URL to the screen. */
  prepare?: (page: Page, here: Here) => Promise<void>
}

type Here = { text: (typeof labels)[Language]; language: Language; platform: Platform }

/** One URL for each route, and each state of a main screen. */
export const screens: Screen[] = [
  ...screensOfEntry,
  ...screensOfAccount,
  ...screensOfTasks,
  ...screensOfExams,
  ...screensOfBoards,
  ...screensOfProfiles,
  ...screensOfLms,
  { name: 'home', path: '/', persona: 'student' },
  { name: 'groups', path: '/groups', persona: 'student' },
  { name: 'group', path: '/group/1', persona: 'student' },
  { name: 'group-english', path: '/group/2', persona: 'student' },
  { name: 'group-not-begun', path: '/group/3', persona: 'student' },
  { name: 'group-ended', path: '/group/4', persona: 'student' },
  { name: 'group-exam', path: '/group/5', persona: 'candidate' },
  { name: 'task', path: '/group/1/task/101', persona: 'student' },
  { name: 'task-three-flags', path: '/group/1/task/102', persona: 'student' },
  { name: 'task-solved', path: '/group/1/task/103', persona: 'student' },
  { name: 'group-of-others', path: '/group/9', persona: 'newcomer' },
  { name: 'home-unverified', path: '/', persona: 'newcomer' },
]
