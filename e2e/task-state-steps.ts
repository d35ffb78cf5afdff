import { expect, type Locator, type Page } from '@playwright/test'
import { labels } from './labels'
import type { Language } from './messages'
import type { Platform } from './platform'
import { taskLabels } from './task-labels'
import { taskStateLabels } from './task-state-labels'
import { labPanel } from './task-steps'

/** The messages of a task in one language. */
export const getTaskLabels = (language: Language) => ({
  ...labels[language],
  ...taskLabels[language],
  ...taskStateLabels[language],
})

const flagField = (page: Page, language: Language): Locator =>
  page.getByRole('textbox', { name: labels[language].flag, exact: true })

/** Enters flags unchanged; the caller handles a confirmation. */
export async function enterFlags(page: Page, language: Language, flags: string): Promise<void> {
  const field = flagField(page, language)
  await field.fill(flags)
  await field.press('Enter')
}

/** Opens the own submissions. */
export async function openSent(page: Page, language: Language): Promise<void> {
  await page.getByText(taskStateLabels[language].sent).click()
  await expect(page.getByRole('list', { name: taskStateLabels[language].sent })).toBeVisible()
}

const hintButton = (page: Page, language: Language): Locator =>
  page.getByRole('button', { name: taskStateLabels[language].takeHint, exact: true })

/** Opens the hints and gets the first, free one. */
export async function takeFreeHint(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: taskStateLabels[language].hints }).click()
  await hintButton(page, language).click()
  await expect(
    page.getByRole('region', { name: taskStateLabels[language].hints }).getByRole('list'),
  ).toBeVisible()
}

/** Opens the confirmation of the second hint, which costs points. */
export async function openHintDialog(page: Page, language: Language): Promise<Locator> {
  await hintButton(page, language).click()
  const dialog = page.getByRole('alertdialog', { name: taskStateLabels[language].hintCosts })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Starts the lab and waits until it is starting. */
export async function beginStart(page: Page, language: Language): Promise<Locator> {
  const panel = labPanel(page, language)
  await panel.getByRole('button', { name: taskLabels[language].startLab }).click()
  await expect(panel.getByText(taskLabels[language].starting, { exact: true })).toBeVisible()
  return panel
}

/** Makes a start fail. */
export async function failStart(page: Page, platform: Platform, language: Language): Promise<void> {
  platform.setting({ labStarts: 'failing' })
  const panel = await beginStart(page, language)
  platform.advanceClock(60_000)
  await expect(panel.getByText(taskStateLabels[language].notStarted)).toBeVisible()
}

/** Opens the terminal while its host is down. */
export async function openBrokenTerminal(
  page: Page,
  platform: Platform,
  language: Language,
): Promise<Locator> {
  platform.setting({ isTerminalHostBroken: true })
  await page.getByRole('button', { name: taskLabels[language].openTerminal }).first().click()
  const dock = page.locator('#terminal-dock')
  await expect(dock.getByRole('alert')).toBeVisible()
  platform.setting({ isTerminalHostBroken: false })
  return dock
}
