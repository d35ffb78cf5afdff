import { expect, type Page } from '@playwright/test'
import { takeSession } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'
import { taskWords } from './task-words'
import { words } from './words'

const text = { ...words.ru, ...taskWords.ru }
const task = '/group/1/task/101'
const fieldOf = (page: Page) => page.getByRole('textbox', { name: text.flag, exact: true })

test('five Enters on a flag and one more are one submission', async ({ page, platform }) => {
  await takeSession(page, 'student')
  await page.goto(task)
  platform.fault('submitFlags', { kind: 'delay', milliseconds: 1000 })
  await fieldOf(page).fill(platform.flagsOf('student', 1, 101)[0] ?? '')
  // Faster than anything can be drawn in between.
  await fieldOf(page).evaluate(field => {
    const press = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    for (let count = 0; count < 5; count++) field.dispatchEvent(press())
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  expect(callsOf(platform, 'submitFlags')).toBe(1)
})

test('a flag whose answer is lost with the connection stays, and is found to be counted once it is back', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/Failed to load resource/)
  await takeSession(page, 'student')
  await page.goto(task)
  const [flag = ''] = platform.flagsOf('student', 1, 101)
  await page.route('**/api/pass_flag*', async route => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await fieldOf(page).fill(flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.arrivalUnknown)).toBeVisible()
  await expect(fieldOf(page)).toHaveValue(flag)
  await context.setOffline(false)
  await expect(page.getByText(text.arrivalCounted).first()).toBeVisible()
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  expect(callsOf(platform, 'submitFlags'), 'nothing is sent again by itself').toBe(1)
})

test('a pause after too many flags counts down beside the button, also after a reload', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/Failed to load resource/)
  await takeSession(page, 'student')
  await page.goto(task)
  platform.fault('submitFlags', { kind: 'status', status: 429, headers: { 'Retry-After': '30' } })
  await fieldOf(page).fill('flag{kept_as_typed}')
  await page.keyboard.press('Enter')
  const pause = page.getByText(text.wait)
  const seconds = async () => Number(/\d+/.exec((await pause.textContent()) ?? '')?.[0])
  const before = await seconds()
  expect(before).toBeLessThanOrEqual(30)
  await page.reload()
  await expect.poll(seconds).toBeLessThan(before)
  expect(await seconds()).toBeGreaterThan(0)
  await expect(fieldOf(page)).toHaveValue('flag{kept_as_typed}')
  await fieldOf(page).press('Enter')
  expect(callsOf(platform, 'submitFlags'), 'nothing is sent in a pause').toBe(1)
})
