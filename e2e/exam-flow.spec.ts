import { expect, type Page } from '@playwright/test'
import {
  announced,
  attemptCard,
  BANK_DELAY_MS,
  bankPage,
  comeBackTo,
  examBar,
  examTimer,
  expectAttempt,
  getExamLabels,
  openBank,
  openExam,
  paidExam,
  passUntil,
  refreshTo,
  secondsLeft,
  shownSeconds,
} from './exam-steps'
import { pressOn, tabTo, typeInto } from './keyboard'
import { t } from './messages'
import { type Platform, test } from './platform'
import { callsOf, labPanel, waitForLab, waitForPrompt } from './task-steps'

test.beforeEach(({ tripwires }) => {
  // Days pass between calls, so the access token expires.
  tripwires.allowConsole(/status of 401/)
})

/** A moment in the browser's format and time zone. */
const written = (page: Page, moment: string | undefined, options: Intl.DateTimeFormatOptions) =>
  page.evaluate(([time, shape]) => new Intl.DateTimeFormat('ru', shape).format(Date.parse(time)), [
    moment ?? '',
    options,
  ] as const)

/** Presses Tab until the focus enters or leaves a frame. */
async function tabUntil(page: Page, isInFrame: boolean): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
  for (let presses = 0; presses < 12; presses++) {
    if ((await isThere()) === isInFrame) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`12 presses of Tab do not lead ${isInFrame ? 'into' : 'out of'} the frame.`)
}

async function payByKeyboard(page: Page, platform: Platform): Promise<void> {
  const text = getExamLabels('ru')
  await pressOn(page, page.getByRole('button', { name: text.pay }))
  const dialog = page.getByRole('dialog', { name: text.payment })
  await expect(dialog.getByText(text.checkHint)).toBeVisible()
  const bank = bankPage(page, 'ru')
  await expect(bank.getByRole('button', { name: text.bankPay })).toBeVisible()
  await tabUntil(page, true)
  await tabUntil(page, false)
  // Tab leaves the frame into the dialog, not behind it.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabTo(page, bank.getByRole('button', { name: text.bankPay }))
  await page.keyboard.press('Enter')
  await expect(bank.locator('body')).toHaveText(text.orderOk)
  await expect(dialog.getByText(text.orderOk)).toBeVisible()
  await pressOn(page, dialog.getByRole('button', { name: text.close }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.confirming).first()).toBeVisible()
  await expectAttempt(page, text.needPay)
  platform.advanceClock(BANK_DELAY_MS)
  await pressOn(page, page.getByRole('button', { name: text.check }))
  await expectAttempt(page, text.payed)
}

async function startByKeyboard(page: Page): Promise<void> {
  const text = getExamLabels('ru')
  await pressOn(page, page.getByRole('button', { name: text.start }))
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  const go = question.getByRole('button', { name: text.startDay })
  await pressOn(page, go)
  await expect(question, 'nothing starts unread').toBeVisible()
  await pressOn(page, question.getByRole('checkbox', { name: text.understand }), 'Space')
  await pressOn(page, go)
  await expectAttempt(page, text.running)
}

/** Solves the next required task; its lab keeps running. */
async function solveRequired(page: Page, platform: Platform): Promise<void> {
  const text = getExamLabels('ru')
  await page.getByRole('link', { name: text.nextRequired }).click()
  await expect(page).toHaveURL(/\/group\/5\/task\/\d+/)
  const task = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  await labPanel(page, 'ru').getByRole('button', { name: text.startLab }).click()
  await waitForLab(page, platform, 'ru')
  const [flag = ''] = platform.flagsOf('candidate', paidExam.group, task)
  await typeInto(page, page.getByRole('textbox', { name: text.flag, exact: true }), flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
}

test('A11Y-05 A11Y-06 a one-day exam is paid and started by the keyboard, taken and passed', async ({
  page,
  platform,
  tripwires,
}) => {
  const text = getExamLabels('ru')
  // The bank is framed from another origin.
  platform.setting({ bankOrigin: platform.bankUrl })
  tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
  await openExam(page, platform, paidExam)
  await pressOn(page, page.getByRole('button', { name: text.requestAnother }))
  await expectAttempt(page, text.needPay)
  await payByKeyboard(page, platform)

  await startByKeyboard(page)
  await expect.poll(async () => Math.abs((await shownSeconds(page)) - secondsLeft(platform))).toBeLessThan(2)
  expect(await shownSeconds(page)).toBeGreaterThan(86_390)
  await solveRequired(page, platform)
  await examBar(page, 'ru').getByRole('link').click()
  const running = attemptCard(page, text.running)
  await expect(running.getByText(text.labEndsFirst)).toBeVisible()
  await expect(running.getByRole('link', { name: text.toTheLab })).toBeVisible()
  await expect(running.getByText(t('ru', 'exam:cockpit.requiredLeft', { total: 5 }))).toBeVisible()

  passUntil(platform, 6)
  await comeBackTo(page, examBar(page, 'ru').getByText(text.fewLeft).filter({ visible: true }))
  // The server decides: until it responds, nothing is over.
  platform.fault('getGroup', { kind: 'delay', milliseconds: 2000 }, 5)
  await expect(examTimer(page, 'ru')).toHaveText('0:00:00')
  await expect(examBar(page, 'ru').getByText(text.waitingForServer).filter({ visible: true })).toBeVisible()
  await expectAttempt(page, text.running)
  await expectAttempt(page, text.timeOver)
  platform.clearFaults()
  await expect(announced(page)).toContainText(text.timeOver)
  await expect(examBar(page, 'ru')).toBeHidden()

  platform.advanceClock(61_000)
  await refreshTo(page, 'ru', text.needReport)
  const due = platform.attempt('candidate', paidExam.group)?.report_deadline
  const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const deadline = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clockTime,
    timeZoneName: 'short',
  } as const
  await expect(page.getByRole('heading', { name: text.needReport })).toContainText(
    await written(page, due, deadline),
  )

  platform.exam('candidate', paidExam.group, { sendReport: true })
  await refreshTo(page, 'ru', text.checking)
  const review = platform.attempt('candidate', paidExam.group)?.review_due
  await expect(attemptCard(page, text.checking).getByText(text.reviewed)).toContainText(
    await written(page, review, { dateStyle: 'long' }),
  )
  platform.exam('candidate', paidExam.group, { accept: 87 })
  await refreshTo(page, 'ru', text.completed)
  await expect(attemptCard(page, text.completed).getByText('87', { exact: true })).toBeVisible()
  expect(callsOf(platform, 'requestAttempt'), 'one attempt').toBe(1)
  expect(callsOf(platform, 'startAttempt'), 'one start').toBe(1)
})

test('a payment is rejected with a reason, and the second one is accepted', async ({ page, platform }) => {
  const text = getExamLabels('ru')
  await platform.reset({ scenario: 'needPay' })
  await openExam(page, platform, paidExam)
  const bank = await openBank(page, 'ru', text.pay)
  await bank.getByRole('button', { name: text.bankDecline }).click()
  const dialog = page.getByRole('dialog', { name: text.payment })
  await expect(dialog.getByText(text.orderFail)).toBeVisible()
  await dialog.getByRole('button', { name: text.close }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.checkingFailed).first()).toBeVisible()
  platform.advanceClock(BANK_DELAY_MS)
  await page.getByRole('button', { name: text.check }).click()
  const card = attemptCard(page, text.paymentRejected)
  await expect(card.getByText('Банк отклонил операцию: платёж не подтверждён держателем карты')).toBeVisible()

  const again = await openBank(page, 'ru', text.payAgain)
  await again.getByRole('button', { name: text.bankPay }).click()
  await expect(dialog.getByText(text.orderOk)).toBeVisible()
  platform.advanceClock(BANK_DELAY_MS)
  // Polling may see it before the click and close the dialog.
  await expect(dialog).toBeHidden()
  await expectAttempt(page, text.payed)
})

/** Whether the bar covers everything at its left edge, where its link is. */
const isOnTop = (page: Page): Promise<boolean> =>
  examBar(page, 'ru').evaluate(bar => {
    const { left, top, height } = bar.getBoundingClientRect()
    return bar.contains(document.elementFromPoint(left + 40, top + height / 2))
  })

test('the countdown is on every page, beside a terminal too, and stays hidden once hidden', async ({
  page,
  platform,
}) => {
  const text = getExamLabels('ru')
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
  // Before the terminal, whose page confirms leaving.
  await examBar(page, 'ru').getByRole('button', { name: text.hide }).click()
  await expect(timer).toBeHidden()
  await page.reload()
  await expect(examBar(page, 'ru').getByText(text.running, { exact: true })).toBeVisible()
  await expect(timer).toBeHidden()
  await examBar(page, 'ru').getByRole('button', { name: text.show }).click()
  await expect(timer).toBeVisible()

  await page.getByRole('button', { name: text.openTerminal }).click()
  await waitForPrompt(page, 'ru')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(timer, `a terminal at ${width} px`).toBeInViewport()
    expect(await isOnTop(page), `a terminal at ${width} px`).toBe(true)
  }
})
