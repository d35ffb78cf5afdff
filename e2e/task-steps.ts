import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from './messages'
import type { Platform } from './platform'
import { taskLabels } from './task-labels'

interface InsideTask {
  group: number
  task: number
  address: string
  /** Input lines of the terminal and the expected output; the last output contains the flag. */
  lines: readonly (readonly [line: string, answer: RegExp])[]
}

/** Tasks whose flag is only inside their lab, with the shortest solution. */
export const insideTasks: Record<Language, InsideTask> = {
  ru: {
    group: 1,
    task: 104,
    address: '/group/1/task/104',
    lines: [
      ["find / -name 'flag.txt' 2>/dev/null", /\/var\/backups\/site\/flag\.txt/],
      ['cat /var/backups/site/flag.txt', /flag\{[^{}]+\}/],
    ],
  },
  en: {
    group: 2,
    task: 209,
    address: '/group/2/task/209',
    lines: [
      ['cat readme.txt', /restart-service nginx/],
      ["restart-service 'x; cat /root/flag.txt; :'", /flag\{[^{}]+\}/],
    ],
  },
}

/** Longer than any start of these labs, in milliseconds. */
const wholeStart = 60_000

export const terminalFrame = (page: Page) => page.frameLocator('#terminal-frame')
export const terminalRows = (page: Page): Locator => terminalFrame(page).locator('.xterm-rows')
export const labPanel = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: taskLabels[language].lab, exact: true })

/** The link to the running lab in the header. */
export const labPill = (page: Page, language: Language): Locator =>
  page.getByRole('banner').getByRole('link', { name: taskLabels[language].pill })

/** Waits until the started lab is ready, with the clock advanced. */
export async function waitForLab(page: Page, platform: Platform, language: Language): Promise<void> {
  const panel = labPanel(page, language)
  await expect(panel.getByText(taskLabels[language].starting, { exact: true })).toBeVisible()
  // The page shows it before the request arrives.
  await expect.poll(() => callsOf(platform, 'startLab')).toBeGreaterThan(0)
  platform.advanceClock(wholeStart)
  await expect(panel.getByText(taskLabels[language].ready, { exact: true })).toBeVisible()
}

export async function startLab(page: Page, platform: Platform, language: Language): Promise<void> {
  await labPanel(page, language).getByRole('button', { name: taskLabels[language].startLab }).click()
  await waitForLab(page, platform, language)
}

/** Stops the lab by the button in `place`, with its confirmation. */
export async function stopLab(page: Page, place: Locator, language: Language): Promise<void> {
  const text = taskLabels[language]
  await place.getByRole('button', { name: text.stop, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: text.stopTitle })
  await question.getByRole('button', { name: text.stopConfirm, exact: true }).click()
  await expect(question).toBeHidden()
  await expect(labPanel(page, language).getByText(text.off, { exact: true })).toBeVisible()
}

/** Waits for the prompt of the opened terminal. */
export async function waitForPrompt(page: Page, language: Language): Promise<void> {
  await expect(page.getByText(taskLabels[language].connected, { exact: true })).toBeVisible()
  await expect(terminalRows(page)).toContainText(/\$\s*$/)
  await expect(terminalFrame(page).locator('textarea')).toBeFocused()
}

/** Types into the focused terminal and returns the output of the last line. */
export async function findFlag(page: Page, { lines }: InsideTask): Promise<string> {
  let found = ''
  for (const [line, answer] of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await expect(terminalRows(page)).toContainText(answer)
    found = answer.exec((await terminalRows(page).textContent()) ?? '')?.[0] ?? ''
  }
  return found
}

/** How often an operation was called since the journal was cleared. */
export const callsOf = (platform: Platform, operationId: string): number =>
  platform.journal().filter(entry => entry.operationId === operationId).length
