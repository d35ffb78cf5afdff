import { expect, type Locator, type Page } from '@playwright/test'
import type { Platform } from './platform'
import { taskStateWords } from './task-state-words'
import { labPanel } from './task-steps'
import { taskWords } from './task-words'
import { type Language, words } from './words'

/** Everything that a task's page says, in one language. */
export const wordsOf = (language: Language) => ({
  ...words[language],
  ...taskWords[language],
  ...taskStateWords[language],
})

export const flagField = (page: Page, language: Language): Locator =>
  page.getByRole('textbox', { name: words[language].flag, exact: true })

/** Enters flags as they are; a question about them is left to the caller. */
export async function enterFlags(page: Page, language: Language, flags: string): Promise<void> {
  const field = flagField(page, language)
  await field.fill(flags)
  await field.press('Enter')
}

/** Opens the list of one's own submissions. */
export async function openSent(page: Page, language: Language): Promise<void> {
  await page.getByText(taskStateWords[language].sent).click()
  await expect(page.getByRole('list', { name: taskStateWords[language].sent })).toBeVisible()
}

export const hintButton = (page: Page, language: Language): Locator =>
  page.getByRole('button', { name: taskStateWords[language].takeHint, exact: true })

/** Opens the hints and takes the first, which is free. */
export async function takeFreeHint(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: taskStateWords[language].hints }).click()
  await hintButton(page, language).click()
  await expect(
    page.getByRole('region', { name: taskStateWords[language].hints }).getByRole('list'),
  ).toBeVisible()
}

/** Asks for the second hint of a task, which costs points. */
export async function askForHint(page: Page, language: Language): Promise<Locator> {
  await hintButton(page, language).click()
  const dialog = page.getByRole('alertdialog', { name: taskStateWords[language].hintCosts })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Asks for a start and waits until it is under way. */
export async function beginStart(page: Page, language: Language): Promise<Locator> {
  const panel = labPanel(page, language)
  await panel.getByRole('button', { name: taskWords[language].startLab }).click()
  await expect(panel.getByText(taskWords[language].starting, { exact: true })).toBeVisible()
  return panel
}

/** A start that breaks off. */
export async function failStart(page: Page, platform: Platform, language: Language): Promise<void> {
  platform.setting({ labStarts: 'failing' })
  const panel = await beginStart(page, language)
  platform.advanceClock(60_000)
  await expect(panel.getByText(taskStateWords[language].notStarted)).toBeVisible()
}

/** Opens the terminal while its host is away, so that it cannot be opened. */
export async function openBrokenTerminal(
  page: Page,
  platform: Platform,
  language: Language,
): Promise<Locator> {
  platform.setting({ isTerminalHostBroken: true })
  await page.getByRole('button', { name: taskWords[language].openTerminal }).first().click()
  const dock = page.locator('#terminal-dock')
  await expect(dock.getByRole('alert')).toBeVisible()
  platform.setting({ isTerminalHostBroken: false })
  return dock
}

/** Before the page is opened: `begin` breaks the terminals that are open, and lets none connect again. */
export async function breakTerminals(page: Page): Promise<{ begin: (platform: Platform) => void }> {
  let isBroken = false
  await page.routeWebSocket('**/api/terminal/**', socket => {
    if (isBroken) void socket.close({ code: 1011 })
    else socket.connectToServer()
  })
  return {
    begin: platform => {
      isBroken = true
      platform.dropTerminals()
    },
  }
}

/** Waits through every attempt to connect again; the page's clock is held by `page.clock`. */
export async function awaitLost(page: Page, language: Language): Promise<void> {
  const lost = page.getByText(taskStateWords[language].lost, { exact: true })
  await expect(async () => {
    await page.clock.fastForward(16_000)
    await expect(lost).toBeVisible({ timeout: 300 })
  }).toPass()
}
