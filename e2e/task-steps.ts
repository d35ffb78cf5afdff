import { expect, type Locator, type Page } from '@playwright/test'
import { labels } from './labels'
import type { Language } from './messages'
import type { Platform } from './platform'

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

/** Longer than any start of these labs. */
const LAB_START_MS = 60_000

export const flagField = (page: Page, language: Language): Locator =>
  page.getByRole('textbox', { name: labels[language].flag, exact: true })

/** Enters flags unchanged; the caller handles a confirmation. */
export async function enterFlags(page: Page, language: Language, flags: string): Promise<void> {
  await flagField(page, language).fill(flags)
  await flagField(page, language).press('Enter')
}

/** Waits for the verdict on a right flag. */
export const expectSolved = (page: Page, language: Language): Promise<void> =>
  expect(page.getByText(labels[language].rightFlag).first()).toBeVisible()

export const terminalFrame = (page: Page) => page.frameLocator('#terminal-frame')
export const terminalRows = (page: Page): Locator => terminalFrame(page).locator('.xterm-rows')
export const labPanel = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: labels[language].lab, exact: true })

/** The link to the running lab in the header. */
export const labPill = (page: Page, language: Language): Locator =>
  page.getByRole('banner').getByRole('link', { name: labels[language].labPill })

/** Waits until the page and the platform say that the lab is starting; the page says it before its request arrives. */
async function waitForStart(page: Page, platform: Platform, language: Language): Promise<Locator> {
  const panel = labPanel(page, language)
  await expect(panel.getByText(labels[language].labStarting, { exact: true })).toBeVisible()
  await expect.poll(() => platform.countCalls('startLab')).toBeGreaterThan(0)
  return panel
}

/** Starts the lab and waits until it is starting. */
export async function beginStart(page: Page, platform: Platform, language: Language): Promise<Locator> {
  await labPanel(page, language).getByRole('button', { name: labels[language].startLab }).click()
  return waitForStart(page, platform, language)
}

/** Waits until the started lab is ready, with the clock advanced. */
export async function waitForLab(page: Page, platform: Platform, language: Language): Promise<void> {
  const panel = await waitForStart(page, platform, language)
  platform.advanceClock(LAB_START_MS)
  await expect(panel.getByText(labels[language].labReady, { exact: true })).toBeVisible()
}

export async function startLab(page: Page, platform: Platform, language: Language): Promise<void> {
  await labPanel(page, language).getByRole('button', { name: labels[language].startLab }).click()
  await waitForLab(page, platform, language)
}

/** Opens the terminal and waits for its prompt. */
export async function openTerminal(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: labels[language].openTerminal }).click()
  await waitForPrompt(page, language)
}

export async function waitForPrompt(page: Page, language: Language): Promise<void> {
  await expect(page.getByText(labels[language].connected, { exact: true })).toBeVisible()
  await expect(terminalRows(page)).toContainText(/\$\s*$/)
  await expect(terminalFrame(page).locator('textarea')).toBeFocused()
}

/** Types a line into the focused terminal and waits for its output. */
export async function runLine(page: Page, line: string, answer: string | RegExp): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(terminalRows(page)).toContainText(answer)
}

/** Solves the task in the focused terminal and returns the flag. */
export async function findFlag(page: Page, { lines }: InsideTask): Promise<string> {
  let found = ''
  for (const [line, answer] of lines) {
    await runLine(page, line, answer)
    found = answer.exec((await terminalRows(page).textContent()) ?? '')?.[0] ?? ''
  }
  return found
}
