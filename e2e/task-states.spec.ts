import { expect, type Page } from '@playwright/test'
import { examineThoroughly } from './examine'
import { fillLogin, type Persona, speak } from './people'
import { type Platform, test } from './platform'
import {
  askForHint,
  awaitLost,
  beginStart,
  breakTerminals,
  enterFlags,
  failStart,
  flagField,
  hintButton,
  openBrokenTerminal,
  openSent,
  takeFreeHint,
  wordsOf,
} from './task-state-steps'
import { awaitPrompt, labPanel, terminalFrame, terminalRows } from './task-steps'
import { type Language, languages } from './words'

const minute = 60_000

interface Arrival {
  page: Page
  platform: Platform
  language: Language
  persona?: Persona
}

/** Comes to an address through the login page that stands before it. */
async function arrive(
  { page, platform, language, persona = 'student' }: Arrival,
  path: string,
): Promise<void> {
  await speak(page.context(), language, platform.url)
  await page.goto(path)
  await fillLogin(page, persona, language)
  await expect(page.getByRole('button', { name: wordsOf(language).accountMenu })).toBeVisible()
}

const look = (page: Page, language: Language) => (state: string) =>
  examineThoroughly(page, `${state}, ${language}`)

for (const language of languages) {
  test(`flags, hints and a lab elsewhere are readable in every state (${language})`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource/)
    const text = wordsOf(language)
    const see = look(page, language)
    const [right = ''] = platform.flagsOf('student', 1, 102)
    await platform.reset({ scenario: 'labRunning' })
    await arrive({ page, platform, language }, '/group/1/task/102')
    await page.getByRole('button', { name: text.hints }).click()
    await expect(hintButton(page, language)).toBeVisible()
    await flagField(page, language).press('Enter')
    await expect(page.getByText(text.emptyFlag).first()).toBeVisible()
    await see('lab off, hints not taken, no flag typed')

    await labPanel(page, language).getByRole('button', { name: text.startLab }).click()
    await expect(page.getByText(text.otherLab)).toBeVisible()
    await hintButton(page, language).click()
    await enterFlags(page, language, ' “адфп{цкщтп}” \nflag{1}')
    await expect(page.getByText(text.checkFirst)).toBeVisible()
    await see('another lab runs, a hint taken, a question about flags')

    await askForHint(page, language)
    await see('the price of a hint')
    platform.fault('takeHint', { kind: 'body', status: 200, body: { hint: {} } })
    await page.getByRole('alertdialog').getByRole('button', { name: text.takeHint }).click()
    await expect(page.getByText(text.noHint)).toBeVisible()
    await page.getByRole('button', { name: text.backToText }).click()
    await enterFlags(page, language, `flag{1}\n${right}\n${right}`)
    await expect(page.getByRole('list', { name: text.verdicts })).toBeVisible()
    await openSent(page, language)
    await see('verdicts, submissions, no hint')

    platform.fault('submitFlags', { kind: 'abort' })
    platform.fault('listTaskStatuses', { kind: 'status', status: 503 }, 100)
    await enterFlags(page, language, 'flag{2}')
    await expect(page.getByRole('button', { name: text.findOut })).toBeVisible()
    await see('an outcome that is not known')
    platform.clearFaults()

    platform.fault('submitFlags', { kind: 'status', status: 429, headers: { 'Retry-After': '60' } })
    await enterFlags(page, language, 'flag{3}')
    await expect(page.getByText(text.wait)).toBeVisible()
    await see('a pause between flags')
  })

  test(`starts of a lab and write-ups are readable in every state (${language})`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource/)
    const text = wordsOf(language)
    const see = look(page, language)
    await arrive({ page, platform, language }, '/group/1/task/105')
    const panel = await beginStart(page, language)
    await see('lab starting')
    platform.advanceClock(15_000)
    await expect(panel.getByText(text.startsSlowly)).toBeVisible()
    await see('lab starting slowly')
    await panel.getByRole('button', { name: text.stop, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.stopConfirm, exact: true }).click()
    await failStart(page, platform, language)
    await see('start failed')

    await page.goto('/group/1/task/119?pane=writeup')
    await expect(page.getByText(text.spoiler)).toBeVisible()
    await see('warning before the write-up')
    platform.fault('getWriteup', { kind: 'status', status: 404 })
    await page.getByRole('button', { name: text.showAnyway }).click()
    await expect(page.getByText(text.writeupFailed)).toBeVisible()
    await see('write-up not loaded')
    await page.getByRole('button', { name: text.retry }).click()
    await expect(page.getByText(text.writeupFailed)).toBeHidden()
    await expect(page.locator('main pre').first()).toBeVisible()
    await see('write-up')

    await page.goto('/group/1/task/106')
    await expect(page.getByText(text.readOnly)).toBeAttached()
    await see('a disabled task')
  })

  test(`a ready lab and its terminal are readable in every state (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource/)
    const text = wordsOf(language)
    const see = look(page, language)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    const outage = await breakTerminals(page)
    await platform.reset({ scenario: 'labRunning' })
    await arrive({ page, platform, language }, '/group/1/task/104?pane=terminal')
    const panel = labPanel(page, language)
    const dock = page.locator('#terminal-dock')
    await expect(dock.getByText(text.closed)).toBeVisible()
    await takeFreeHint(page, language)
    await see('lab ready, terminal closed, hints at an end')
    await panel.getByRole('button', { name: text.stop, exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: text.stopTitle })).toBeVisible()
    await see('a question before the lab stops')
    await page.keyboard.press('Escape')

    // A dock without characters leaves the page and its bar to the person on a phone.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 800 })
    const panes = page.getByRole('navigation', { name: text.panes })
    await panes.getByRole('button', { name: text.paneFlag }).click()
    await expect(flagField(page, language)).toBeFocused()
    if (size) await page.setViewportSize(size)

    await openBrokenTerminal(page, platform, language)
    platform.advanceClock(81 * minute)
    await page.clock.fastForward(11_000)
    await expect(page.getByRole('region', { name: text.warning })).toBeVisible()
    await expect(panel.getByRole('button', { name: text.extend })).toBeEnabled()
    await see('lab about to stop, no host for the terminal')

    await dock.getByRole('button', { name: text.retry }).click()
    await awaitPrompt(page, language)
    await page.keyboard.type('ls -la /etc')
    await page.keyboard.press('Enter')
    await expect(terminalRows(page)).toContainText('passwd')
    await see('terminal connected')
    await page.evaluate(() => navigator.clipboard.writeText('one\ntwo'))
    await dock.getByRole('button', { name: text.paste, exact: true }).click()
    await expect(terminalFrame(page).getByRole('dialog', { name: text.pasteQuestion })).toBeVisible()
    await see('a question before several lines are pasted')
    await terminalFrame(page).getByRole('button', { name: text.pasteNot }).click()
    outage.begin(platform)
    await awaitLost(page, language)
    await see('terminal lost')

    const [flag = ''] = platform.flagsOf('student', 1, 104)
    await enterFlags(page, language, flag)
    await expect(page.getByText(text.offerToStop)).toBeVisible()
    await see('solved while the lab works')
  })

  test(`what administrators and filters show is readable in every state (${language})`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource/)
    const text = wordsOf(language)
    const see = look(page, language)
    const refuse = () =>
      platform.fault('setTaskVisibility', {
        kind: 'status',
        status: 409,
        detail: 'The task is part of an exam that is running: attempt 41, group 5.',
      })
    await arrive({ page, platform, language, persona: 'admin' }, '/group/1/task/107')
    refuse()
    await page.getByRole('switch', { name: text.visible }).click()
    await expect(page.getByText(text.visibilityFailed)).toBeVisible()
    await see('a task, its visibility refused')

    await page.goto('/group/1?difficulty=hard')
    refuse()
    await page.getByRole('switch', { name: text.visible }).first().click()
    await expect(page.getByText(text.visibilityFailed)).toBeVisible()
    await see('a filtered group, a visibility refused')
    await page.getByRole('searchbox', { name: text.findTask }).fill('нет такого')
    await expect(page.getByText(text.nothingFound)).toBeVisible()
    await see('a group filtered to nothing')
  })
}
