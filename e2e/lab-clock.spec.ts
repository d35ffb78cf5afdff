import { expect, type Page } from '@playwright/test'
import { takeSession } from './people'
import { type Platform, test } from './platform'
import { callsOf, insideTasks, labPanel, labPill } from './task-steps'
import { taskWords } from './task-words'

const text = taskWords.ru
const { address, task } = insideTasks.ru
const hour = 3_600_000

declare global {
  interface Window {
    /** Milliseconds by which the device's clock is wrong. */
    clockError?: number
  }
}

/** Sets the device's clock wrong, as its owner does: elapsed time and timers go on as they were. */
async function setClockWrong(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript(error => {
    window.clockError = error
    const right = Date.now
    const wrong = () => right() + (window.clockError ?? 0)
    window.Date = new Proxy(Date, {
      construct: (target, values) =>
        values.length === 0 ? new target(wrong()) : Reflect.construct(target, values),
    })
    window.Date.now = wrong
  }, milliseconds)
}

/** Seconds that the countdown says, `1:29:59` or `29:59`. */
async function shownSeconds(page: Page): Promise<number> {
  const shown = await page.getByRole('timer', { name: text.timeLeft }).textContent()
  return (shown ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Until what the page shows is within two seconds of the truth. */
async function expectTrueTime(page: Page, platform: Platform): Promise<void> {
  await expect
    .poll(async () => Math.abs((await shownSeconds(page)) - platform.labSecondsLeft('student', task)), {
      message: 'seconds between the countdown and the server',
      intervals: [100],
    })
    .toBeLessThanOrEqual(2)
}

async function expectUntouched(page: Page, platform: Platform): Promise<void> {
  expect(callsOf(platform, 'stopLab'), 'the client stops nothing by itself').toBe(0)
  await expect(labPanel(page, 'ru').getByText(text.ready, { exact: true })).toBeVisible()
  await expect(labPill(page, 'ru')).toBeVisible()
}

for (const [name, error] of [
  ['3 hours ahead', 3 * hour],
  ['3 hours behind', -3 * hour],
] as const) {
  test(`behind a clock ${name}, and when it jumps, a lab goes on and its countdown is true`, async ({
    page,
    platform,
  }) => {
    await platform.reset({ scenario: 'labRunning' })
    await setClockWrong(page, error)
    await takeSession(page, 'student')
    platform.clearJournal()
    await page.goto(address)
    await expectTrueTime(page, platform)
    await expectUntouched(page, platform)

    for (const jump of [0, 2 * error, 0]) {
      await page.evaluate(next => {
        window.clockError = next
      }, jump)
      // Long enough for the next second to be told by a clock that has jumped.
      await page.waitForTimeout(1200)
      await expectTrueTime(page, platform)
    }
    await expectUntouched(page, platform)
  })
}
