import { expect, type Locator, type Page } from '@playwright/test'
import { pressOn, tabTo } from './keyboard'
import { lmsLabels } from './lms-labels'
import type { Language } from './messages'
import type { Platform, ScenarioName } from './platform'
import { setLanguage, signInByApi } from './users'

/** Paths of LMS tasks: unknown names, and an invalid name. */
export const lmsTask = {
  unknown: '/moodle/sec-autumn-26/99-none',
  /** Longer than allowed, with markup. */
  malformed: `/moodle/sec-autumn-26/${'4'.repeat(60)}%3Cb%3E41`,
}

/** Why the simulated LMS rejects the solutions of three users; not translated. */
export const lmsReasons = [
  /в курсе нет такого участника$/,
  /журнал оценок участника закрыт преподавателем$/,
  /LMS не ответила вовремя, оценка не сохранена$/,
]

/** Opens the group as its administrator, with a reset database. */
export async function openAsAdmin(
  page: Page,
  platform: Platform,
  { scenario, language, address }: { scenario: ScenarioName; language: Language; address: string },
): Promise<void> {
  await platform.reset({ scenario })
  await setLanguage(page.context(), language, platform.url)
  await signInByApi(page, 'admin')
  await page.goto(address)
  await expect(page.getByRole('tab', { name: lmsLabels[language].tab, exact: true })).toBeVisible()
}

/** Opens the panel by the keyboard: Tab to the tabs, arrow keys along them. */
export async function openPanelByKeyboard(page: Page, language: Language): Promise<void> {
  const text = lmsLabels[language]
  await tabTo(page, page.getByRole('tab', { name: text.tasks, exact: true }))
  const tab = page.getByRole('tab', { name: text.tab, exact: true })
  for (let step = 0; step < 3 && !(await isFocused(tab)); step++) await page.keyboard.press('ArrowRight')
  await expect(tab).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]tab=lms/)
  await expect(page.getByRole('button', { name: text.upload })).toBeVisible()
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate(element => element === document.activeElement)

/** Confirms an upload by the keyboard. */
export async function uploadByKeyboard(page: Page, language: Language): Promise<void> {
  const text = lmsLabels[language]
  await pressOn(page, page.getByRole('button', { name: text.upload }))
  const question = page.getByRole('alertdialog', { name: text.question })
  await expect(question.getByText(text.effect)).toBeVisible()
  await pressOn(page, question.getByRole('button', { name: text.send }))
  await expect(question).toHaveCount(0)
}

/** The results of this visit, newest first. */
const resultCards = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: lmsLabels[language].results }).locator('ol > li')

/** The newest result under this headline. */
export const newestResult = (page: Page, language: Language, headline: string | RegExp): Locator =>
  resultCards(page, language)
    .first()
    .filter({ has: page.getByRole('heading', { name: headline }) })
