import { expect } from '@playwright/test'
import { test } from './platform'
import { taskLabels } from './task-labels'
import { callsOf, insideTasks, terminalRows, waitForPrompt } from './task-steps'
import { signInByApi } from './users'

const text = taskLabels.ru

test('a disconnected terminal reconnects to the same URL, and reports the end of its lab', async ({
  page,
  platform,
  tripwires,
}) => {
  // An hour and a half later the access token is expired and is refreshed.
  tripwires.allowConsole(/status of 401/)
  await platform.reset({ scenario: 'labRunning' })
  const sockets: string[] = []
  page.on('websocket', socket => sockets.push(socket.url()))
  await signInByApi(page, 'student')
  await page.goto(insideTasks.ru.address)
  platform.clearJournal()
  await page.getByRole('button', { name: text.openTerminal }).click()
  await waitForPrompt(page, 'ru')
  await page.keyboard.type('echo kept" "as it was')
  await page.keyboard.press('Enter')
  await expect(terminalRows(page)).toContainText('kept as it was')

  platform.dropTerminals()
  await expect(page.getByText(text.reconnecting, { exact: true })).toBeVisible()
  await expect(page.getByText(text.connected, { exact: true })).toBeVisible()
  await expect(terminalRows(page)).toContainText('kept as it was')
  await page.keyboard.type('echo typed" "again')
  await page.keyboard.press('Enter')
  await expect(terminalRows(page)).toContainText('typed again')
  expect(sockets).toHaveLength(2)
  expect(sockets[1]).toBe(sockets[0])
  expect(callsOf(platform, 'openTerminal'), 'one session').toBe(1)

  platform.advanceClock(91 * 60_000)
  await expect(page.getByText(text.ended, { exact: true })).toBeVisible()
  await expect(page.getByText(text.endedHelp)).toBeVisible()
  await expect(terminalRows(page)).toContainText('typed again')
  expect(callsOf(platform, 'stopLab'), 'the client stops nothing by itself').toBe(0)
})
