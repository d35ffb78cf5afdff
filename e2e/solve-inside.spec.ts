import { expect, type Page } from '@playwright/test'
import { tabTo } from './keyboard'
import { labels } from './labels'
import { languages } from './messages'
import { test } from './platform'
import { taskLabels } from './task-labels'
import {
  callsOf,
  findFlag,
  insideTasks,
  labPanel,
  labPill,
  startLab,
  stopLab,
  terminalFrame,
  terminalRows,
  waitForLab,
  waitForPrompt,
} from './task-steps'
import { fillLogin, personaPassword, setLanguage, signInByApi } from './users'

/** URLs of the sockets that the page opens from now on. */
function watchSockets(page: Page): string[] {
  const addresses: string[] = []
  page.on('websocket', socket => addresses.push(socket.url()))
  return addresses
}

for (const language of languages) {
  test(`a student solves a task inside its lab, by mouse and keyboard (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    const text = { ...labels[language], ...taskLabels[language] }
    const inside = insideTasks[language]
    const sockets = watchSockets(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await setLanguage(context, language, platform.url)
    await page.goto(inside.address)
    await fillLogin(page, 'student', language)
    await startLab(page, platform, language)
    await page.getByRole('button', { name: text.openTerminal }).click()
    await waitForPrompt(page, language)
    const flag = await findFlag(page, inside)
    expect([flag]).toEqual(platform.flagsOf('student', inside.group, inside.task))

    // More than one screen, so that a reconnect shows the scrollback too.
    await page.keyboard.type('find /usr | head -n 30; echo the" "end')
    await page.keyboard.press('Enter')
    await expect(terminalRows(page)).toContainText('the end')
    await expect(terminalRows(page)).not.toContainText(flag)
    await page.getByRole('link', { name: text.leaderboard }).first().click()
    await expect(page).toHaveURL(/\/leaderboard$/)
    await expect(page.getByRole('table')).toBeVisible()
    await expect(terminalRows(page)).toBeHidden()
    await expect(labPill(page, language)).toBeVisible()
    await page.goBack()
    await expect(terminalRows(page)).toContainText('the end')
    await terminalRows(page).hover({ force: true })
    await expect(async () => {
      await page.mouse.wheel(0, -1000)
      await expect(terminalRows(page)).toContainText(flag, { timeout: 200 })
    }).toPass({ timeout: 15_000 })

    await terminalRows(page).getByText(flag).click({ clickCount: 3, force: true })
    await page.getByRole('button', { name: text.copyScreen }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(flag)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ControlOrMeta+V')
    const field = page.getByRole('textbox', { name: text.flag, exact: true })
    await expect(field).toHaveValue(flag)
    await page.getByRole('button', { name: text.send, exact: true }).click()
    await expect(page.getByText(text.rightFlag).first()).toBeVisible()
    expect(callsOf(platform, 'openTerminal'), 'one session').toBe(1)
    expect(sockets, 'one connection').toHaveLength(1)

    const flags = page.getByRole('region', { name: text.flags, exact: true })
    await expect(flags.getByText(text.offerToStop)).toBeVisible()
    await stopLab(page, flags, language)
    await expect(labPill(page, language)).toBeHidden()
    await expect(page.getByText(text.endedHelp)).toBeVisible()
    await expect(page.getByText(text.offerToStop)).toBeHidden()
  })
}

test('a student solves a task inside its lab on a phone', async ({ page, context, platform }) => {
  const language = 'en'
  const text = { ...labels[language], ...taskLabels[language] }
  const inside = insideTasks[language]
  await page.setViewportSize({ width: 360, height: 740 })
  await setLanguage(context, language, platform.url)
  await signInByApi(page, 'student')
  await page.goto(inside.address)
  const panes = page.getByRole('navigation', { name: text.panes })
  await panes.getByRole('button', { name: text.paneLab }).click()
  await expect(labPanel(page, language)).toBeInViewport()
  await startLab(page, platform, language)
  await page.getByRole('button', { name: text.openTerminal }).click()
  await waitForPrompt(page, language)
  const shown = await page.locator('#terminal-dock').boundingBox()
  expect(shown?.width).toBe(360)
  expect(shown?.height, 'all but the header').toBeGreaterThan(660)
  const flag = await findFlag(page, inside)

  await page.getByRole('button', { name: text.hideTerminal }).click()
  await expect(terminalRows(page)).toBeHidden()
  await page.getByRole('link', { name: text.leaderboard }).first().click()
  await expect(page.getByRole('table')).toBeVisible()
  await labPill(page, language).click()
  await panes.getByRole('link', { name: text.paneTerminal }).click()
  await expect(terminalRows(page)).toContainText(flag)
  await page.getByRole('button', { name: text.hideTerminal }).click()
  await panes.getByRole('button', { name: text.paneFlag }).click()
  await expect(page.getByRole('textbox', { name: text.flag, exact: true })).toBeFocused()
  await page.keyboard.type(flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  expect(callsOf(platform, 'openTerminal'), 'one session').toBe(1)
})

test('A11Y-05 A11Y-06 a student solves a task inside its lab by the keyboard alone', async ({
  page,
  platform,
}) => {
  const language = 'ru'
  const text = { ...labels[language], ...taskLabels[language] }
  const inside = insideTasks[language]
  const title = page.getByRole('heading', { level: 1 })
  await page.goto(inside.address)
  await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
  await page.keyboard.type('student')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: text.password, exact: true })).toBeFocused()
  await page.keyboard.type(personaPassword)
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()

  await page.keyboard.press('l')
  await expect(labPanel(page, language)).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: text.startLab }))
  await page.keyboard.press('Enter')
  await waitForLab(page, platform, language)
  await page.keyboard.press('t')
  await waitForPrompt(page, language)

  // Tab completes in the shell; Shift+Tab leaves the terminal.
  await page.keyboard.type('cat /var/back')
  await page.keyboard.press('Tab')
  await expect(terminalRows(page)).toContainText('cat /var/backups/')
  await expect(terminalFrame(page).locator('textarea')).toBeFocused()
  await page.keyboard.press('Control+C')
  const flag = await findFlag(page, inside)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: text.copyScreen })).toBeFocused()
  await page.keyboard.press('t')
  await expect(terminalFrame(page).locator('textarea')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: text.copyScreen })).toBeFocused()

  await page.keyboard.press('f')
  const field = page.getByRole('textbox', { name: text.flag, exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type(flag)
  await expect(field).toHaveValue(flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  const flags = page.getByRole('region', { name: text.flags, exact: true })
  const stop = flags.getByRole('button', { name: text.stop, exact: true })
  await tabTo(page, stop)
  const [button, dock] = [await stop.boundingBox(), await page.locator('#terminal-dock').boundingBox()]
  expect((button?.y ?? 0) + (button?.height ?? 0), 'the focus is above the terminal').toBeLessThan(
    dock?.y ?? 0,
  )
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: text.stopTitle })
  await tabTo(page, question.getByRole('button', { name: text.stopConfirm, exact: true }))
  await page.keyboard.press('Enter')
  await expect(labPill(page, language)).toBeHidden()
  expect(callsOf(platform, 'openTerminal'), 'one session').toBe(1)
})
