import { expect, type Page } from '@playwright/test'
import {
  attemptCard,
  bankThinks,
  comeBackTo,
  everyCall,
  examBar,
  examWordsOf,
  expectAttempt,
  freeExam,
  loseContact,
  openBank,
  openExam,
  paidExam,
  passUntil,
  refreshTo,
  showAttempt,
} from './exam-steps'
import { examine } from './examine'
import { test } from './platform'
import { type Language, languages } from './words'

const { group, address } = paidExam
const hour = 3_600_000

const look = (page: Page, language: Language) => (state: string) => examine(page, `${state}, ${language}`)

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/Failed to load resource/)
})

for (const language of languages) {
  test(`an exam that is not begun is readable in every state (${language})`, async ({ page, platform }) => {
    const text = examWordsOf(language)
    const see = look(page, language)
    await platform.reset({ scenario: 'needPay' })
    await openExam(page, platform, { ...freeExam, language })
    await expect(page.getByRole('button', { name: text.requestFirst })).toBeVisible()
    await see('no attempt')
    await page.goto(address)
    await expectAttempt(page, text.needPay)
    await see('payment needed')

    const bank = await openBank(page, language, text.pay)
    await see("the bank's page")
    await bank.getByRole('button', { name: text.bankDecline }).click()
    const dialog = page.getByRole('dialog', { name: text.payment })
    await expect(dialog.getByText(text.orderFail)).toBeVisible()
    await dialog.getByRole('button', { name: text.close }).click()
    await expect(attemptCard(page, text.needPay).getByText(text.checkingFailed)).toBeVisible()
    await see('confirming')
    platform.advanceClock(bankThinks)
    await page.getByRole('button', { name: text.check }).click()
    await expectAttempt(page, text.paymentRejected)
    await see('payment rejected')

    platform.payAtBank('candidate', group, 'pay')
    platform.advanceClock(bankThinks)
    await page.getByRole('button', { name: text.check }).click()
    await expectAttempt(page, text.payed)
    await page.getByRole('button', { name: text.start }).click()
    await expect(page.getByRole('alertdialog', { name: text.startQuestion })).toBeVisible()
    await see('payed, the question before the start')
  })

  test(`an exam that runs or has run is readable in every state (${language})`, async ({
    page,
    platform,
  }) => {
    const text = examWordsOf(language)
    const see = look(page, language)
    await platform.reset({ scenario: 'examLabRunning' })
    await openExam(page, platform, { address, language })
    await expect(attemptCard(page, text.running).getByText(text.labEndsFirst)).toBeVisible()
    await see('running, a lab ends first')
    passUntil(platform, 600)
    await comeBackTo(page, examBar(page, language).getByText(text.fewLeft).filter({ visible: true }))
    platform.exam('candidate', group, { extend: 5 })
    await comeBackTo(page, page.getByRole('region', { name: text.news }).getByText(text.moved))
    await see('few minutes left, the end moved')
    await loseContact(page, language)
    await see('no contact')
    await page.unroute(everyCall)

    passUntil(platform, -1)
    await comeBackTo(page, attemptCard(page, text.timeOver))
    await see('time over')
    platform.advanceClock(61_000)
    await refreshTo(page, language, text.needReport)
    await see('report needed')
    platform.advanceClock(24 * hour)
    await refreshTo(page, language, text.overdue)
    await see('report overdue')
    platform.exam('candidate', group, { sendReport: true })
    await refreshTo(page, language, text.checking)
    await see('report in review')
    platform.exam('candidate', group, { reject: 'Нет шагов для третьей находки.' })
    await refreshTo(page, language, text.reportRejected)
    await see('report rejected')
    await showAttempt(page, { status: 'completed', score: 87, rejection_reason: undefined })
    await expectAttempt(page, text.completed)
    await see('passed')
    await showAttempt(page, { status: 'paused' })
    await expectAttempt(page, text.unknown)
    await see('a status that nobody knows')
  })
}
