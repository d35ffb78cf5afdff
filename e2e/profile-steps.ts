import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test'
import { pressOn } from './keyboard'
import type { Language } from './messages'
import type { Platform } from './platform'
import { profileLabels } from './profile-labels'
import { installTripwires } from './tripwires'
import { setLanguage } from './users'

/** The owner, and everything private or public that names her. */
export const owner = {
  persona: 'student',
  names: ['Александра', 'Воробьёва'],
  email: 'alexandra.vorobyova@student.example',
} as const

/** Seeded users: one with an open profile, one with a private profile, and an unknown id. */
export const others = { open: 100_001, closed: 100_002, unknown: 199_999 }

export const sharePanel = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: profileLabels[language].panel })

/** Shares the own profile by the keyboard, copies its link and returns it. */
export async function publishAndCopy(page: Page, language: Language): Promise<string> {
  const text = profileLabels[language]
  const panel = sharePanel(page, language)
  await expect(panel.getByText(text.isPrivate, { exact: true })).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: text.publish }))
  await expect(panel.getByText(text.isPublic, { exact: true })).toBeVisible()
  const field = panel.getByRole('textbox', { name: text.link })
  // The pressed button is gone: the focus moves to the result.
  await expect(field).toBeFocused()
  await pressOn(page, panel.getByRole('button', { name: text.copy }))
  await expect(panel.getByRole('button', { name: text.copied })).toBeFocused()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(field).toHaveValue(copied)
  return copied
}

/** Hides the own profile by the keyboard, with its confirmation. */
export async function hideByKeyboard(page: Page, language: Language): Promise<void> {
  const text = profileLabels[language]
  const panel = sharePanel(page, language)
  const hide = panel.getByRole('button', { name: text.hide })
  await pressOn(page, hide)
  const question = page.getByRole('alertdialog', { name: text.hideQuestion })
  await expect(question.getByRole('button', { name: text.keep })).toBeFocused()
  // Escape cancels.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(hide).toBeFocused()
  await expect(panel.getByText(text.isPublic, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await pressOn(page, question.getByRole('button', { name: text.hide }))
  await expect(question).toHaveCount(0)
  await expect(panel.getByText(text.isPrivate, { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: text.publish })).toBeFocused()
}

/** A second browser context without a session, with the same tripwires. */
export async function withVisitor(
  browser: Browser,
  platform: Platform,
  language: Language,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  try {
    const tripwires = await installTripwires(context, platform.url)
    // The console message about a failed request.
    tripwires.allowConsole(/status of (404|422)/)
    await setLanguage(context, language, platform.url)
    await visit(await context.newPage())
    expect(tripwires.findings(), "the stranger's tripwires").toEqual([])
  } finally {
    await context.close()
  }
}

/** Records every call from now on. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
  })
  return calls
}
