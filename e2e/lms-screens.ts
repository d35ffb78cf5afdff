import { expect, type Page } from '@playwright/test'
import { lmsTask, newestResult, openAsAdmin, uploadByKeyboard } from './lms-steps'
import { lmsWords } from './lms-words'
import type { Platform, ScenarioName } from './platform'
import type { Screen } from './routes'
import type { Language } from './words'

const address = '/group/1?tab=lms'

/** Another database begins behind the address, so its person signs in once more. */
async function begin(page: Page, platform: Platform, scenario: ScenarioName, language: Language) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await openAsAdmin(page, platform, { scenario, language, address })
  await expect(page.getByRole('button', { name: lmsWords[language].upload })).toBeVisible()
}

/** The way from the learning system, and what administrators exchange with it. */
export const screensOfLms: Screen[] = [
  { name: 'lms-task', path: lmsTask.unknown, persona: 'student' },
  { name: 'lms-task-malformed', path: lmsTask.malformed, persona: 'student' },
  { name: 'lms-panel', path: address, persona: 'admin' },
  {
    name: 'lms-question',
    path: address,
    persona: 'admin',
    prepare: async (page, { language }) => {
      const text = lmsWords[language]
      await page.getByRole('button', { name: text.upload }).click()
      await expect(page.getByRole('alertdialog', { name: text.question })).toBeVisible()
    },
  },
  {
    name: 'lms-ledger',
    path: address,
    persona: 'admin',
    prepare: async (page, { language, platform }) => {
      await begin(page, platform, 'lmsPartlyFailed', language)
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsWords[language].nothingSent)).toBeVisible()
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsWords[language].sent)).toBeVisible()
    },
  },
  {
    name: 'lms-off',
    path: address,
    persona: 'admin',
    prepare: async (page, { language, platform }) => {
      await begin(page, platform, 'brokenNeighbours', language)
      await uploadByKeyboard(page, language)
      await expect(newestResult(page, language, lmsWords[language].disabled)).toBeVisible()
      await page.getByRole('button', { name: lmsWords[language].download }).click()
      await expect(newestResult(page, language, lmsWords[language].notUpdated)).toBeVisible()
    },
  },
]
