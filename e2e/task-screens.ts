import { expect } from '@playwright/test'
import type { Screen } from './routes'
import {
  beginStart,
  enterFlags,
  failStart,
  getTaskLabels,
  openBrokenTerminal,
  openHintDialog,
  openSent,
  takeFreeHint,
} from './task-state-steps'
import { labPanel, startLab, waitForPrompt } from './task-steps'

type Prepare = NonNullable<Screen['prepare']>

const minute = 60_000

const withLab: Prepare = (page, { platform, language }) => startLab(page, platform, language)

const openTerminal: Prepare = async (page, here) => {
  await withLab(page, here)
  await page.getByRole('button', { name: getTaskLabels(here.language).openTerminal }).click()
  await waitForPrompt(page, here.language)
  await page.keyboard.type('ls -la /etc')
  await page.keyboard.press('Enter')
}

const flagScreens: Screen[] = [
  {
    name: 'task-flag-question',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language }) => {
      await enterFlags(page, language, ' “адфп{цкщтп}” \nflag{1}')
      await expect(page.getByText(getTaskLabels(language).checkFirst)).toBeVisible()
    },
  },
  {
    name: 'task-verdicts',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language, platform }) => {
      const [right = ''] = platform.flagsOf('student', 1, 102)
      await takeFreeHint(page, language)
      await enterFlags(page, language, `flag{1}\n${right}\n${right}`)
      await expect(page.getByRole('list', { name: getTaskLabels(language).verdicts })).toBeVisible()
      await openSent(page, language)
    },
  },
  {
    name: 'task-flag-pause',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language, platform }) => {
      platform.fault('submitFlags', { kind: 'status', status: 429, headers: { 'Retry-After': '60' } })
      await enterFlags(page, language, 'flag{3}')
      await expect(page.getByText(getTaskLabels(language).wait)).toBeVisible()
    },
  },
  {
    name: 'task-flag-unknown',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language, platform }) => {
      platform.fault('submitFlags', { kind: 'abort' })
      platform.fault('listTaskStatuses', { kind: 'status', status: 503 }, 100)
      await enterFlags(page, language, 'flag{2}')
      await expect(page.getByRole('button', { name: getTaskLabels(language).findOut })).toBeVisible()
    },
  },
  {
    name: 'task-hint-price',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language }) => {
      await takeFreeHint(page, language)
      await openHintDialog(page, language)
    },
  },
  {
    name: 'task-disabled',
    path: '/group/1/task/106',
    persona: 'student',
    prepare: async (page, { language }) => {
      await expect(page.getByText(getTaskLabels(language).readOnly)).toBeAttached()
    },
  },
  { name: 'task-writeup', path: '/group/1/task/103?pane=writeup', persona: 'student' },
  { name: 'task-writeup-spoiler', path: '/group/1/task/119?pane=writeup', persona: 'student' },
]

const labScreens: Screen[] = [
  {
    name: 'task-lab-slow',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language, platform }) => {
      platform.setting({ labStarts: 'slow' })
      const panel = await beginStart(page, language)
      platform.advanceClock(30_000)
      await expect(panel.getByText(getTaskLabels(language).startsSlowly)).toBeVisible()
    },
  },
  {
    name: 'task-lab-failed',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: (page, { language, platform }) => failStart(page, platform, language),
  },
  {
    name: 'task-lab-elsewhere',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      const text = getTaskLabels(here.language)
      await withLab(page, here)
      await page.goto('/group/1/task/102')
      await labPanel(page, here.language).getByRole('button', { name: text.startLab }).click()
      await expect(page.getByText(text.otherLab)).toBeVisible()
    },
  },
  { name: 'task-lab-ready', path: '/group/1/task/104', persona: 'student', prepare: withLab },
  {
    name: 'task-lab-stop',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      const text = getTaskLabels(here.language)
      await withLab(page, here)
      await labPanel(page, here.language).getByRole('button', { name: text.stop, exact: true }).click()
      await expect(page.getByRole('alertdialog', { name: text.stopTitle })).toBeVisible()
    },
  },
  {
    name: 'task-lab-ends',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      await withLab(page, here)
      here.platform.advanceClock(80 * minute)
      await page.reload()
      await expect(page.getByRole('region', { name: getTaskLabels(here.language).warning })).toBeVisible()
    },
  },
  {
    name: 'task-lab-solved',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      await withLab(page, here)
      const [flag = ''] = here.platform.flagsOf('student', 1, 104)
      await enterFlags(page, here.language, flag)
      await expect(page.getByText(getTaskLabels(here.language).offerToStop)).toBeVisible()
    },
  },
]

const terminalScreens: Screen[] = [
  {
    name: 'terminal-closed',
    path: '/group/1/task/104?pane=terminal',
    persona: 'student',
    prepare: async (page, here) => {
      await withLab(page, here)
      await expect(page.getByText(getTaskLabels(here.language).closed)).toBeVisible()
    },
  },
  { name: 'terminal', path: '/group/1/task/104', persona: 'student', prepare: openTerminal },
  {
    name: 'terminal-no-host',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      await withLab(page, here)
      await openBrokenTerminal(page, here.platform, here.language)
    },
  },
  {
    name: 'terminal-ended',
    path: '/group/1/task/104',
    persona: 'student',
    prepare: async (page, here) => {
      await openTerminal(page, here)
      here.platform.advanceClock(91 * minute)
      await expect(page.getByText(getTaskLabels(here.language).endedHelp)).toBeVisible()
    },
  },
]

const groupScreens: Screen[] = [
  {
    name: 'task-admin',
    path: '/group/1/task/107',
    persona: 'admin',
    prepare: async (page, { language, platform }) => {
      const text = getTaskLabels(language)
      const detail = 'The task is part of an exam that is running: attempt 41, group 5.'
      platform.fault('setTaskVisibility', { kind: 'status', status: 409, detail })
      await page.getByRole('switch', { name: text.visible }).click()
      await expect(page.getByText(text.visibilityFailed)).toBeVisible()
    },
  },
  { name: 'group-admin', path: '/group/1', persona: 'admin' },
  { name: 'group-filtered', path: '/group/1?difficulty=hard&required=true', persona: 'student' },
  { name: 'group-filtered-out', path: '/group/1?q=zzz', persona: 'student' },
]

/** The states of a task, its lab, its terminal and its group. */
export const screensOfTasks: Screen[] = [...flagScreens, ...labScreens, ...terminalScreens, ...groupScreens]
