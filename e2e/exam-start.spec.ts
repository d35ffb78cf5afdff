import { expect, type Page } from '@playwright/test'
import { examTimer, examWordsOf, expectAttempt, openExam, paidExam } from './exam-steps'
import { test } from './platform'
import { callsOf } from './task-steps'

const text = examWordsOf('ru')
const startCall = '**/api/groups/5/attempts/start*'

test.beforeEach(async ({ page, platform, tripwires }) => {
  tripwires.allowConsole(/Failed to load resource/)
  await page.clock.install()
  await platform.reset({ scenario: 'examReady' })
  await openExam(page, platform, paidExam)
  await expectAttempt(page, text.admitted)
})

/** The button of the question, after the box was ticked. */
async function readyToStart(page: Page) {
  await page.getByRole('button', { name: text.start }).click()
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  await question.getByRole('checkbox', { name: text.understand }).check()
  return question.getByRole('button', { name: text.startDay })
}

test('E07 ten clicks on the start are one start', async ({ page, platform }) => {
  platform.fault('startAttempt', { kind: 'delay', milliseconds: 500 })
  const go = await readyToStart(page)
  // Faster than anything can be drawn in between.
  await go.evaluate((button: HTMLElement) => {
    for (let count = 0; count < 10; count++) button.click()
  })
  await expectAttempt(page, text.running)
  await expect(examTimer(page, 'ru')).toBeVisible()
  expect(callsOf(platform, 'startAttempt')).toBe(1)
})

test('E07 the answer to a start is cut off: the page finds out by itself and starts nothing again', async ({
  page,
  platform,
}) => {
  await page.route(startCall, async route => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await (await readyToStart(page)).click()
  await expectAttempt(page, text.running)
  await expect(page.getByText(text.found).first()).toBeVisible()
  await expect(examTimer(page, 'ru')).toBeVisible()
  await page.clock.fastForward(120_000)
  await page.waitForLoadState('networkidle')
  expect(callsOf(platform, 'startAttempt')).toBe(1)
})

test('E07 the answer to a start does not come: the state can be asked for, and nothing is started again', async ({
  page,
  platform,
}) => {
  let giveUp = () => {}
  await page.route(startCall, async route => {
    await route.fetch()
    await new Promise<void>(done => {
      giveUp = done
    })
    await route.abort('timedout')
  })
  await (await readyToStart(page)).click()
  await expect.poll(() => callsOf(platform, 'startAttempt')).toBe(1)
  await page.clock.fastForward(60_000)
  await page.getByRole('button', { name: text.findOut }).click()
  await expectAttempt(page, text.running)
  await expect(examTimer(page, 'ru')).toBeVisible()
  giveUp()
  await expect(page.getByText(text.found).first()).toBeVisible()
  await page.clock.fastForward(120_000)
  await page.waitForLoadState('networkidle')
  expect(callsOf(platform, 'startAttempt')).toBe(1)
})

test('E08 a start that is clicked without a connection is never sent, also when the connection is back', async ({
  page,
  context,
  platform,
}) => {
  const go = await readyToStart(page)
  await context.setOffline(true)
  await expect(page.getByText(text.startOffline).first()).toBeVisible()
  await go.evaluate((button: HTMLElement) => button.click())
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(page.getByText(text.onlineAgain).first()).toBeAttached()
  await page.clock.fastForward(120_000)
  await page.waitForLoadState('networkidle')
  expect(callsOf(platform, 'startAttempt')).toBe(0)
  await expectAttempt(page, text.admitted)
})
