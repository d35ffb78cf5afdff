import { expect, type Locator, type Page } from '@playwright/test'
import { pressOn, tabTo } from './keyboard'
import { lmsWords } from './lms-words'
import { speak, takeSession } from './people'
import type { Platform, ScenarioName } from './platform'
import type { Language } from './words'

/** A task by its names in the learning system and where it is here, names of none, and what cannot be a name. */
export const lmsTask = {
  address: '/moodle/sec-autumn-26/4101',
  place: /\/group\/1\/task\/101$/,
  unknown: '/moodle/sec-autumn-26/99-none',
  /** Longer than a name may be, and no markup either. */
  malformed: `/moodle/sec-autumn-26/${'4'.repeat(60)}%3Cb%3E41`,
}

/** Why the simulated learning system refuses the solutions of three people: its own words, in any language. */
export const lmsReasons = [
  /в курсе нет такого участника$/,
  /журнал оценок участника закрыт преподавателем$/,
  /LMS не ответила вовремя, оценка не сохранена$/,
]

/** Comes to the group as its administrator, in a database of its own. */
export async function openAsAdmin(
  page: Page,
  platform: Platform,
  { scenario, language, address }: { scenario: ScenarioName; language: Language; address: string },
): Promise<void> {
  await platform.reset({ scenario })
  await speak(page.context(), language, platform.url)
  await takeSession(page, 'admin')
  await page.goto(address)
  await expect(page.getByRole('tab', { name: lmsWords[language].tab, exact: true })).toBeVisible()
}

/** Opens the panel by the keyboard: to the tabs by Tab, along them by the arrows. */
export async function openPanelByKeyboard(page: Page, language: Language): Promise<void> {
  const text = lmsWords[language]
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

/** Opens the question before an upload and says yes, by the keyboard. */
export async function uploadByKeyboard(page: Page, language: Language): Promise<void> {
  const text = lmsWords[language]
  await pressOn(page, page.getByRole('button', { name: text.upload }))
  const question = page.getByRole('alertdialog', { name: text.question })
  await expect(question.getByText(text.effect)).toBeVisible()
  await pressOn(page, question.getByRole('button', { name: text.send }))
  await expect(question).toHaveCount(0)
}

/** What became of the exchanges of this visit, newest first. */
export const resultCards = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: lmsWords[language].results }).locator('ol > li')

/** The newest exchange, when it is told of under this headline. */
export const newestResult = (page: Page, language: Language, headline: string | RegExp): Locator =>
  resultCards(page, language)
    .first()
    .filter({ has: page.getByRole('heading', { name: headline }) })

/** A count of an upload's ledger by its name. */
export const countIn = (card: Locator, name: string): Locator =>
  card.locator('dl > div').filter({ hasText: name }).locator('dd')
