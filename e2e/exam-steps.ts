import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { setVisible } from './browser'
import { labels } from './labels'
import type { Language } from './messages'
import type { Platform } from './platform'
import { setLanguage, signInByApi } from './users'

/** The paid exam of 24 hours, and the one by admission of 6 hours without a report. */
export const paidExam = { group: 5, address: '/group/5?tab=exam' }
export const freeExam = { group: 8, address: '/group/8?tab=exam' }

/** How long the simulated bank takes. */
export const BANK_DELAY_MS = 20_000

/** Signs in as the candidate and opens a page. */
export async function openExam(page: Page, platform: Platform, address: string, language: Language = 'ru') {
  await setLanguage(page.context(), language, platform.url)
  await signInByApi(page, 'candidate')
  await page.goto(address)
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** The card of the current attempt, named by its status. */
export const attemptCard = (page: Page, headline: string | RegExp): Locator =>
  page.getByRole('region', { name: headline })

export const expectAttempt = (page: Page, headline: string | RegExp): Promise<void> =>
  expect(attemptCard(page, headline)).toBeVisible()

/** Refreshes the status by its button until the card shows it. */
export async function refreshTo(page: Page, language: Language, headline: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: labels[language].refreshStatus }).click()
  await expectAttempt(page, headline)
}

export const bankPage = (page: Page, language: Language): FrameLocator =>
  page.frameLocator(`iframe[title="${labels[language].bank}"]`)

/** Opens the bank's page. */
export async function openBank(page: Page, language: Language): Promise<FrameLocator> {
  await page.getByRole('button', { name: labels[language].pay }).click()
  const bank = bankPage(page, language)
  await expect(bank.getByRole('button', { name: labels[language].bankPay })).toBeVisible()
  return bank
}

export const examBar = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: labels[language].examBar })

/** On the bar, or in the ring of the exam's own page. */
export const examTimer = (page: Page, language: Language): Locator =>
  page.getByRole('timer', { name: labels[language].examTimer })

/** The note beside the countdown that little time is left. */
export const fewLeft = (page: Page, language: Language): Locator =>
  page.getByText(labels[language].fewLeft).filter({ visible: true })

/** Seconds until the candidate's exam ends, by the platform's clock. */
export const secondsLeft = (platform: Platform): number =>
  (Date.parse(platform.attempt('candidate', paidExam.group)?.ends_at ?? '') - platform.now()) / 1000

/** Advances the platform's clock until so many seconds before the end of the exam; the page does not know it yet. */
export function passUntil(platform: Platform, seconds: number): void {
  platform.advanceClock((secondsLeft(platform) - seconds) * 1000)
}

/** Focuses the window until the condition holds: a recent response counts as fresh. */
export async function comeBackTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await setVisible(page, true)
    await expect(target).toBeVisible({ timeout: 1100 })
  }).toPass()
}
