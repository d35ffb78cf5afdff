import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { examLabels } from './exam-labels'
import { labels } from './labels'
import type { Language } from './messages'
import type { Platform } from './platform'
import { taskLabels } from './task-labels'
import { fillLogin, setLanguage } from './users'
import { comeBack } from './visibility'

/** The paid exam of 24 hours, and the one by admission of 6 hours without a report. */
export const paidExam = { group: 5, address: '/group/5?tab=exam' }
export const freeExam = { group: 8, address: '/group/8?tab=exam' }

const everyCall = '**/api/**'

/** How long the simulated bank takes, in milliseconds. */
export const BANK_DELAY_MS = 20_000

/** The messages of an exam and its tasks in one language. */
export const getExamLabels = (language: Language) => ({
  ...labels[language],
  ...taskLabels[language],
  ...examLabels[language],
})

/** Opens an exam through the login page. */
export async function openExam(
  page: Page,
  platform: Platform,
  { address, language = 'ru' }: { address: string; language?: Language },
): Promise<void> {
  await setLanguage(page.context(), language, platform.url)
  await page.goto(address)
  await fillLogin(page, 'candidate', language)
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** The card of the current attempt, named by its status. */
export const attemptCard = (page: Page, headline: string | RegExp): Locator =>
  page.getByRole('region', { name: headline })

export async function expectAttempt(page: Page, headline: string | RegExp): Promise<void> {
  await expect(attemptCard(page, headline)).toBeVisible()
}

/** Refreshes the status by its button until the card shows it. */
export async function refreshTo(page: Page, language: Language, headline: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: examLabels[language].refresh }).click()
  await expectAttempt(page, headline)
}

export const bankPage = (page: Page, language: Language): FrameLocator =>
  page.frameLocator(`iframe[title="${examLabels[language].bank}"]`)

/** Opens the bank's page. */
export async function openBank(
  page: Page,
  language: Language,
  button: string | RegExp,
): Promise<FrameLocator> {
  await page.getByRole('button', { name: button }).click()
  const bank = bankPage(page, language)
  await expect(bank.getByRole('button', { name: examLabels[language].bankPay })).toBeVisible()
  return bank
}

export const examBar = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: examLabels[language].bar })

export const examTimer = (page: Page, language: Language): Locator =>
  examBar(page, language).getByRole('timer', { name: examLabels[language].timer })

/** Seconds that the countdown shows. */
export async function shownSeconds(page: Page): Promise<number> {
  const shown = await examTimer(page, 'ru').textContent()
  return (shown ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Seconds until the candidate's exam ends, by the platform's clock. */
export const secondsLeft = (platform: Platform, group = paidExam.group): number =>
  (Date.parse(platform.attempt('candidate', group)?.ends_at ?? '') - platform.now()) / 1000

/** Advances the platform's clock until so many seconds before the end of the exam; the page does not know it yet. */
export function passUntil(platform: Platform, seconds: number, group = paidExam.group): void {
  platform.advanceClock((secondsLeft(platform, group) - seconds) * 1000)
}

/** Focuses the window until the condition holds: a recent response counts as fresh. */
export async function comeBackTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await comeBack(page)
    await expect(target).toBeVisible({ timeout: 1100 })
  }).toPass()
}

/** The text of the live regions. */
export const announced = (page: Page): Locator => page.locator('[data-announcer]')

/** Breaks every call and polls twice: one lost response shows nothing. Restore by `page.unroute(everyCall)`. */
export async function loseContact(page: Page, language: Language): Promise<void> {
  await page.route(everyCall, route => route.abort('connectionreset'))
  await comeBackTo(page, page.getByRole('region', { name: examLabels[language].cut }))
}

/** Shows the exam with this newest attempt. */
export async function showAttempt(page: Page, fields: Record<string, unknown>): Promise<void> {
  const group = /\/api\/groups\/5$/
  await page.unroute(group)
  await page.route(group, async route => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = await response.json()
    const attempts = [...json.attempts.slice(0, -1), { ...json.attempts.at(-1), ...fields }]
    await route.fulfill({ response, json: { ...json, attempts } })
  })
  await page.goto(paidExam.address)
}
