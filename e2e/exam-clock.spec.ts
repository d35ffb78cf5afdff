import { expect, type Page } from '@playwright/test'
import {
  attemptCard,
  comeBackTo,
  examBar,
  examTimer,
  examWordsOf,
  openExam,
  paidExam,
  secondsLeft,
  shownSeconds,
  spoken,
} from './exam-steps'
import { type Platform, test } from './platform'
import { awaitPrompt } from './task-steps'
import { setVisible } from './visibility'

const text = examWordsOf('ru')
const { group } = paidExam
const hour = 3_600_000

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/status of 401/)
})

const news = (page: Page) => page.getByRole('region', { name: text.news })

/** Seconds that the shown time may differ by (reliability E01): the server names whole ones, and whole ones are shown. */
const tolerance = 2

/** How often the state of the exam was answered since the journal was cleared; a token out of date is no answer. */
const answers = (platform: Platform): number =>
  platform.journal().filter(({ operationId, status }) => operationId === 'getGroup' && status === 200).length

const drift = async (page: Page, platform: Platform): Promise<number> =>
  Math.abs((await shownSeconds(page)) - secondsLeft(platform))

test('E02 a sleep over the end of the exam costs one question, and its answer is that the time is over', async ({
  page,
  platform,
}) => {
  await platform.reset({ scenario: 'examEndsSoon' })
  await page.clock.install()
  await openExam(page, platform, { address: '/group/5?tab=exam' })
  await expect(examTimer(page, 'ru')).toHaveText(/^0:0[12]:\d\d$/)
  await page.waitForLoadState('networkidle')
  platform.clearJournal()
  platform.advanceClock(2 * hour)
  await page.clock.fastForward(2 * hour)
  await expect(news(page)).toContainText(text.timeOver)
  await expect(spoken(page)).toContainText(text.timeOver)
  await expect(attemptCard(page, text.needReport)).toBeVisible()
  await expect(examBar(page, 'ru')).toBeHidden()
  await page.clock.runFor(3000)
  await page.waitForLoadState('networkidle')
  expect(answers(platform), 'one question').toBe(1)
})

test('E03 an hour behind another window: nothing is asked, and the clock is right a second after the return', async ({
  page,
  platform,
}) => {
  await platform.reset({ scenario: 'examRunning' })
  await page.clock.install()
  await openExam(page, platform, paidExam)
  await expect(examTimer(page, 'ru')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await setVisible(page, false)
  platform.clearJournal()
  platform.advanceClock(hour)
  await page.clock.fastForward(hour)
  await page.clock.runFor(3000)
  platform.advanceClock(3000)
  expect(answers(platform), 'nobody looks').toBe(0)
  await setVisible(page, true)
  await expect
    .poll(() => drift(page, platform), { timeout: 1000, intervals: [100] })
    .toBeLessThanOrEqual(tolerance)
  await expect.poll(() => answers(platform)).toBe(1)
  expect(await drift(page, platform)).toBeLessThanOrEqual(tolerance)
})

test('an end that was moved is told, shown by the clock, and put away', async ({ page, platform }) => {
  await platform.reset({ scenario: 'examRunning' })
  await openExam(page, platform, { address: '/' })
  await expect(examTimer(page, 'ru')).toBeVisible()
  const before = await shownSeconds(page)
  platform.exam('candidate', group, { extend: 30 })
  await comeBackTo(page, news(page).getByText(text.moved))
  await expect(spoken(page).getByText(text.moved)).toBeAttached()
  await expect.poll(() => drift(page, platform)).toBeLessThanOrEqual(tolerance)
  expect((await shownSeconds(page)) - before).toBeGreaterThan(29 * 60)
  await news(page).getByRole('button', { name: text.dismissNews }).click()
  await expect(news(page)).toBeHidden()
})

/** Whether the bar lies on top of everything at its left, where its link is. */
const isOnTop = (page: Page): Promise<boolean> =>
  examBar(page, 'ru').evaluate(bar => {
    const { left, top, height } = bar.getBoundingClientRect()
    return bar.contains(document.elementFromPoint(left + 40, top + height / 2))
  })

test('the clock stands on every page, beside a terminal too, and stays hidden for who has hidden it', async ({
  page,
  platform,
}) => {
  await platform.reset({ scenario: 'examLabRunning' })
  await openExam(page, platform, { address: '/' })
  const timer = examTimer(page, 'ru')
  for (const address of ['/', '/group/5', '/group/5/leaderboard', '/group/5/task/501']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(timer, address).toBeInViewport()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await isOnTop(page), address).toBe(true)
  }
  // Before the terminal, whose page asks whether it may be left.
  await examBar(page, 'ru').getByRole('button', { name: text.hide }).click()
  await expect(timer).toBeHidden()
  await page.reload()
  await expect(examBar(page, 'ru').getByText(text.running, { exact: true })).toBeVisible()
  await expect(timer).toBeHidden()
  await examBar(page, 'ru').getByRole('button', { name: text.show }).click()
  await expect(timer).toBeVisible()

  await page.getByRole('button', { name: text.openTerminal }).click()
  await awaitPrompt(page, 'ru')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(timer, `a terminal at ${width} px`).toBeInViewport()
    expect(await isOnTop(page), `a terminal at ${width} px`).toBe(true)
  }
})
