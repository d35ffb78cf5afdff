import { expect, type Page } from '@playwright/test'
import { pressOn, tabTo } from './browser'
import { labels } from './labels'
import { t } from './messages'
import { inTurn, test } from './platform'
import {
  expectSolved,
  findFlag,
  flagField,
  insideTasks,
  labPanel,
  labPill,
  openTerminal,
  runLine,
  startLab,
  terminalFrame,
  terminalRows,
  waitForLab,
  waitForPrompt,
} from './task-steps'
import { setLanguage, signInByApi, typeLogin } from './users'

function recordSockets(page: Page): string[] {
  const addresses: string[] = []
  page.on('websocket', socket => addresses.push(socket.url()))
  return addresses
}

/** The begin of a file's name in each lab, and what Tab makes of it in the shell. */
const completions = {
  ru: ['cat /var/back', 'cat /var/backups/'],
  en: ['cat read', 'cat readme.txt'],
} as const

for (const language of inTurn('en')) {
  test(`A11Y-05 A11Y-06 a student solves a task inside its lab by the keyboard, and copies by mouse (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    const text = labels[language]
    const inside = insideTasks[language]
    const sockets = recordSockets(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await setLanguage(context, language, platform.url)
    await page.goto(inside.address)
    await typeLogin(page, 'student', language)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await page.keyboard.press('l')
    await expect(labPanel(page, language)).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: text.startLab }))
    await page.keyboard.press('Enter')
    await waitForLab(page, platform, language)
    await page.keyboard.press('t')
    await waitForPrompt(page, language)

    // Tab completes in the shell; Shift+Tab leaves the terminal.
    const [begin, completed] = completions[language]
    await page.keyboard.type(begin)
    await page.keyboard.press('Tab')
    await expect(terminalRows(page)).toContainText(completed)
    const terminal = terminalFrame(page).locator('textarea')
    await expect(terminal).toBeFocused()
    await page.keyboard.press('Control+C')
    const flag = await findFlag(page, inside)
    expect([flag]).toEqual(platform.getFlags('student', inside.group, inside.task))
    // More than one screen, so that the scrollback is checked too.
    await runLine(page, 'find /usr | head -n 30; echo the" "end', 'the end')
    await expect(terminalRows(page)).not.toContainText(flag)
    const toolbar = page.locator('#terminal-dock')
    const first = toolbar.getByRole('button', { name: t(language, 'terminal:flag'), exact: true })
    const copy = toolbar.getByRole('button', { name: text.copyScreen, exact: true })
    await page.keyboard.press('Shift+Tab')
    await expect(first).toBeFocused()
    await page.keyboard.press('t')
    await expect(terminal).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(first).toBeFocused()
    await page.keyboard.press('f')
    await expect(flagField(page, language)).toBeFocused()

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
    }).toPass()
    await terminalRows(page).getByText(flag).click({ clickCount: 3, force: true })
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(flag)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(flagField(page, language)).toHaveValue(flag)

    await expect(flagField(page, language)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectSolved(page, language)
    const flags = page.getByRole('region', { name: text.flags, exact: true })
    await expect(flags.getByText(text.offerToStop)).toBeVisible()
    const stop = labPanel(page, language).getByRole('button', { name: text.stopLab, exact: true })
    await tabTo(page, stop)
    const [button, dock] = [await stop.boundingBox(), await page.locator('#terminal-dock').boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0), 'the focus is above the terminal').toBeLessThan(
      dock?.y ?? 0,
    )
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: text.stopLabTitle })
    await pressOn(page, question.getByRole('button', { name: text.stopLabConfirm, exact: true }))
    await expect(question).toBeHidden()
    await expect(labPanel(page, language).getByText(text.labOff, { exact: true })).toBeVisible()
    await expect(labPill(page, language)).toBeHidden()
    await expect(page.getByText(text.terminalEndedHelp)).toBeVisible()
    await expect(page.getByText(text.offerToStop)).toBeHidden()
    expect(platform.countCalls('openTerminal'), 'one session').toBe(1)
    expect(sockets.map(address => new URL(address).host)).toEqual([new URL(platform.url).host])
  })
}

test('a disconnected terminal reconnects to the same URL, and reports the end of its lab', async ({
  page,
  platform,
  tripwires,
}) => {
  // An hour and a half later the access token has expired.
  tripwires.allowConsole(/status of 401/)
  const text = labels.ru
  await platform.reset({ scenario: 'labRunning' })
  const sockets = recordSockets(page)
  await signInByApi(page, 'student')
  await page.goto(insideTasks.ru.address)
  await openTerminal(page, 'ru')
  await runLine(page, 'echo kept" "as it was', 'kept as it was')

  platform.dropTerminals()
  await expect(page.getByText(text.reconnecting, { exact: true })).toBeVisible()
  await expect(page.getByText(text.connected, { exact: true })).toBeVisible()
  await expect(terminalRows(page)).toContainText('kept as it was')
  await runLine(page, 'echo typed" "again', 'typed again')
  expect(sockets).toEqual([sockets[0], sockets[0]])
  expect(platform.countCalls('openTerminal'), 'one session').toBe(1)

  platform.advanceClock(91 * 60_000)
  await expect(page.getByText(text.terminalEnded, { exact: true })).toBeVisible()
  await expect(page.getByText(text.terminalEndedHelp)).toBeVisible()
  await expect(terminalRows(page)).toContainText('typed again')
  expect(platform.countCalls('stopLab'), 'the client stops nothing by itself').toBe(0)
})

test('in a wide window the terminal stands beside the page, as wide as it was made', async ({
  page,
  context,
  platform,
}) => {
  const language = 'ru'
  await page.setViewportSize({ width: 1440, height: 900 })
  await setLanguage(context, language, platform.url)
  await signInByApi(page, 'student')
  await page.goto(insideTasks[language].address)
  await startLab(page, platform, language)
  await openTerminal(page, language)
  const handle = page.getByRole('separator', { name: t(language, 'terminal:resizeWidth') })
  /** Where the parts end, and how much of the window the terminal takes, in percent of its width. */
  const placeParts = async () => {
    const [dock, main, header] = await Promise.all(
      ['#terminal-dock', 'main', 'header[data-shell]'].map(part => page.locator(part).boundingBox()),
    )
    const width = page.viewportSize()?.width ?? 0
    const percent = (pixels = 0) => Math.round((100 * pixels) / width)
    const end = (box: typeof main) => percent((box?.x ?? 0) + (box?.width ?? 0))
    return { page: end(main), header: end(header), terminal: [percent(dock?.x), end(dock)] }
  }
  expect(await placeParts()).toEqual({ page: 50, header: 100, terminal: [50, 100] })
  await handle.press('ArrowRight')
  await expect(handle).toHaveAttribute('aria-valuenow', '45')
  await expect.poll(placeParts).toEqual({ page: 55, header: 100, terminal: [55, 100] })
  // One pixel below the least width of a wide window.
  await page.setViewportSize({ width: 1439, height: 900 })
  await expect.poll(placeParts).toEqual({ page: 100, header: 100, terminal: [0, 100] })
})
