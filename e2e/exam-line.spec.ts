import { expect, type Page } from '@playwright/test'
import {
  attemptCard,
  bankPage,
  bankThinks,
  comeBackTo,
  examBar,
  examTimer,
  examWordsOf,
  expectAttempt,
  freeExam,
  openExam,
  paidExam,
  passUntil,
  refreshTo,
  secondsLeft,
  shownSeconds,
  spoken,
} from './exam-steps'
import { pressOn, tabTo, typeInto } from './keyboard'
import { type Platform, test } from './platform'
import { callsOf, labPanel, waitForLab } from './task-steps'

const hour = 3_600_000

test.beforeEach(({ tripwires }) => {
  // Days pass between two calls, so that the token is out of date now and then.
  tripwires.allowConsole(/status of 401/)
})

/** A moment as the page's own browser writes it where the candidate is. */
const written = (page: Page, moment: string | undefined, options: Intl.DateTimeFormatOptions) =>
  page.evaluate(([time, shape]) => new Intl.DateTimeFormat('ru', shape).format(Date.parse(time)), [
    moment ?? '',
    options,
  ] as const)

async function payByKeyboard(page: Page, platform: Platform): Promise<void> {
  const text = examWordsOf('ru')
  await pressOn(page, page.getByRole('button', { name: text.pay }))
  const dialog = page.getByRole('dialog', { name: text.payment })
  await expect(dialog.getByText(text.checkHint)).toBeVisible()
  const bank = bankPage(page, 'ru')
  await tabTo(page, bank.getByRole('button', { name: text.bankPay }))
  await page.keyboard.press('Enter')
  await expect(bank.locator('body')).toHaveText(text.orderOk)
  await expect(dialog.getByText(text.orderOk)).toBeVisible()
  await pressOn(page, dialog.getByRole('button', { name: text.close }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.confirming).first()).toBeVisible()
  await expectAttempt(page, text.needPay)
  platform.advanceClock(bankThinks)
  await pressOn(page, page.getByRole('button', { name: text.check }))
  await expectAttempt(page, text.payed)
}

async function startByKeyboard(page: Page): Promise<void> {
  const text = examWordsOf('ru')
  await pressOn(page, page.getByRole('button', { name: text.start }))
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  const go = question.getByRole('button', { name: text.startDay })
  await pressOn(page, go)
  await expect(question, 'nothing starts unread').toBeVisible()
  await pressOn(page, question.getByRole('checkbox', { name: text.understand }), 'Space')
  await pressOn(page, go)
  await expectAttempt(page, text.running)
}

/** Solves the next required task, whose lab goes on then. */
async function solveRequired(page: Page, platform: Platform): Promise<void> {
  const text = examWordsOf('ru')
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

test('an exam of a day is paid for, started, sat and passed', async ({ page, platform, tripwires }, info) => {
  const text = examWordsOf('ru')
  // The bank's page is framed from another origin, as banks are.
  platform.setting({ bankOrigin: platform.bankUrl })
  tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
  await openExam(page, platform, paidExam)
  await pressOn(page, page.getByRole('button', { name: text.requestAnother }))
  await expectAttempt(page, text.needPay)
  await payByKeyboard(page, platform)

  const from = { real: Date.now(), platform: platform.now() }
  await startByKeyboard(page)
  await expect.poll(async () => Math.abs((await shownSeconds(page)) - secondsLeft(platform))).toBeLessThan(2)
  expect(await shownSeconds(page)).toBeGreaterThan(86_390)
  await solveRequired(page, platform)
  await examBar(page, 'ru').getByRole('link').click()
  const running = attemptCard(page, text.running)
  await expect(running.getByText(text.labEndsFirst)).toBeVisible()
  await expect(running.getByRole('link', { name: text.toTheLab })).toBeVisible()
  await expect(running.getByText('осталось 5')).toBeVisible()

  passUntil(platform, 6)
  await comeBackTo(page, examBar(page, 'ru').getByText(text.fewLeft).filter({ visible: true }))
  // The last word is the server's: until it comes nothing is said to be over.
  platform.fault('getGroup', { kind: 'delay', milliseconds: 2000 }, 5)
  await expect(examTimer(page, 'ru')).toHaveText('0:00:00')
  await expect(examBar(page, 'ru').getByText(text.waitingForServer).filter({ visible: true })).toBeVisible()
  await expectAttempt(page, text.running)
  await expectAttempt(page, text.timeOver)
  platform.clearFaults()
  await expect(spoken(page)).toContainText(text.timeOver)
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
  const minutes = Math.round((Date.now() - from.real) / 600) / 100
  info.annotations.push({
    type: 'exam',
    description: `${Math.round((platform.now() - from.platform) / hour)} h of exam in ${minutes} minutes`,
  })

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

test('an exam is entered by admission, without payment, and ends without a report', async ({
  page,
  platform,
}) => {
  const text = examWordsOf('en')
  await openExam(page, platform, { ...freeExam, language: 'en' })
  await page.getByRole('button', { name: text.requestFirst }).click()
  await expectAttempt(page, text.needAdmission)
  await expect(page.getByRole('button', { name: text.pay })).toHaveCount(0)
  await page.getByRole('button', { name: text.check }).click()
  await expect(
    attemptCard(page, text.needAdmission).getByText(/^Neither paid nor admitted yet/),
  ).toBeVisible()
  platform.exam('candidate', freeExam.group, { admit: true })
  await page.getByRole('button', { name: text.check }).click()
  await expectAttempt(page, text.admitted)

  await page.getByRole('button', { name: text.start }).click()
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  await expect(question).toContainText('No report is needed.')
  await question.getByRole('checkbox', { name: text.understand }).check()
  await question.getByRole('button', { name: 'Start, 6 hours' }).click()
  await expectAttempt(page, text.running)

  passUntil(platform, -120, freeExam.group)
  await comeBackTo(page, attemptCard(page, text.checkingExam))
  platform.exam('candidate', freeExam.group, { accept: 64 })
  await refreshTo(page, 'en', text.completed)
  expect(callsOf(platform, 'startAttempt')).toBe(1)
})

test('an administrator admits to an exam that has a price', async ({ page, platform }) => {
  const text = examWordsOf('en')
  await platform.reset({ scenario: 'needPay' })
  await openExam(page, platform, { ...paidExam, language: 'en' })
  await expect(page.getByRole('button', { name: text.pay })).toBeVisible()
  platform.exam('candidate', paidExam.group, { admit: true })
  await page.getByRole('button', { name: text.check }).click()
  await expectAttempt(page, text.admitted)
  await expect(page.getByRole('button', { name: text.pay })).toHaveCount(0)
  await expect(page.getByRole('button', { name: text.start })).toBeVisible()
})

test('a report is rejected, its reason is shown as it was written, and another attempt is asked for', async ({
  page,
  platform,
}) => {
  const text = examWordsOf('ru')
  const reason = 'Нет шагов для <b>третьей</b> находки.\nДобавьте снимки.'
  await platform.reset({ scenario: 'reportInReview' })
  await openExam(page, platform, paidExam)
  await expectAttempt(page, text.checking)
  platform.exam('candidate', paidExam.group, { reject: reason })
  await refreshTo(page, 'ru', text.reportRejected)
  const card = attemptCard(page, text.reportRejected)
  await expect(card.getByText(text.reason)).toBeVisible()
  await expect(card.getByText('Нет шагов для <b>третьей</b> находки.')).toBeVisible()
  await card.getByRole('button', { name: text.requestAnother }).click()
  await expectAttempt(page, text.needPay)
  await expect(page.getByText(text.earlier(2))).toBeVisible()
  expect(callsOf(platform, 'requestAttempt')).toBe(1)
})
