import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test'
import { pressOn } from './keyboard'
import { speak } from './people'
import type { Platform } from './platform'
import { profileWords } from './profile-words'
import { installTripwires } from './tripwires'
import type { Language } from './words'

/** Who an own profile belongs to here, and everything private or public that names her. */
export const owner = {
  persona: 'student',
  names: ['Александра', 'Воробьёва'],
  email: 'alexandra.vorobyova@student.example',
} as const

/** Seeded people of the owner's group: one whose profile is open to members, one who keeps it private, and nobody. */
export const others = { open: 100_001, closed: 100_002, nobody: 199_999 }

export const sharePanel = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: profileWords[language].panel })

/** Opens the own profile by the keyboard and copies its link; gives the address that the clipboard holds then. */
export async function publishAndCopy(page: Page, language: Language): Promise<string> {
  const text = profileWords[language]
  const panel = sharePanel(page, language)
  await expect(panel.getByText(text.isPrivate, { exact: true })).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: text.publish }))
  await expect(panel.getByText(text.isPublic, { exact: true })).toBeVisible()
  const field = panel.getByRole('textbox', { name: text.link })
  // The pressed button has gone: the focus stands in what came of it.
  await expect(field).toBeFocused()
  await pressOn(page, panel.getByRole('button', { name: text.copy }))
  await expect(panel.getByRole('button', { name: text.copied })).toBeFocused()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(field).toHaveValue(copied)
  return copied
}

/** Hides the own profile by the keyboard, through its question. */
export async function hideByKeyboard(page: Page, language: Language): Promise<void> {
  const text = profileWords[language]
  const panel = sharePanel(page, language)
  const hide = panel.getByRole('button', { name: text.hide })
  await pressOn(page, hide)
  const question = page.getByRole('alertdialog', { name: text.hideQuestion })
  await expect(question.getByRole('button', { name: text.keep })).toBeFocused()
  // Escape is "no", and nothing has changed by it.
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

/** A second profile of the browser, in which nobody has signed in, with the same tripwires. */
export async function withStranger(
  browser: Browser,
  platform: Platform,
  language: Language,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  try {
    const tripwires = await installTripwires(context, platform.url)
    // The browser's own line about a link that opens nothing, or that is none to the platform.
    tripwires.allowConsole(/status of (404|422)/)
    await speak(context, language, platform.url)
    await visit(await context.newPage())
    expect(tripwires.findings(), "the stranger's tripwires").toEqual([])
  } finally {
    await context.close()
  }
}

/** Every call that the page makes from now on. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
  })
  return calls
}

/** What a reader gets of an address that opens nothing: everything that could tell one reason from another. */
export async function readDeadPage(page: Page, address: string, language: Language) {
  const answer = await page.goto(address)
  const text = profileWords[language]
  await expect(page.getByRole('heading', { name: text.dead })).toBeVisible()
  return {
    status: answer?.status(),
    robots: answer?.headers()['x-robots-tag'],
    title: await page.title(),
    text: await page.locator('body').innerText(),
    headings: await page.getByRole('heading').allTextContents(),
  }
}
