import { expect, type Page } from '@playwright/test'
import {
  attemptCard,
  bankThinks,
  examWordsOf,
  expectAttempt,
  openBank,
  openExam,
  paidExam,
} from './exam-steps'
import { type Platform, test } from './platform'
import { callsOf } from './task-steps'

const text = examWordsOf('ru')
const { group } = paidExam

test.beforeEach(async ({ page, platform }) => {
  await platform.reset({ scenario: 'needPay' })
  await openExam(page, platform, paidExam)
  await expectAttempt(page, text.needPay)
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: text.payment })

/** Everything that the platform was asked for. */
const asked = (platform: Platform) => new Set(platform.journal().map(({ operationId }) => operationId))

test('a payment is rejected with its reason, and the second try is accepted', async ({ page, platform }) => {
  const bank = await openBank(page, 'ru', text.pay)
  await bank.getByRole('button', { name: text.bankDecline }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText(text.orderFail)).toBeVisible()
  await dialog.getByRole('button', { name: text.close }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.checkingFailed).first()).toBeVisible()
  await expectAttempt(page, text.needPay)
  platform.advanceClock(bankThinks)
  await page.getByRole('button', { name: text.check }).click()
  await expectAttempt(page, text.paymentRejected)
  const card = attemptCard(page, text.paymentRejected)
  await expect(card.getByText(text.whyRejected)).toBeVisible()
  await expect(card.getByText('Банк отклонил операцию: платёж не подтверждён держателем карты')).toBeVisible()

  const again = await openBank(page, 'ru', text.payAgain)
  await again.getByRole('button', { name: text.bankPay }).click()
  await expect(dialog.getByText(text.orderOk)).toBeVisible()
  platform.advanceClock(bankThinks)
  // The question that is asked by itself may be the first to hear of it: then the dialog closes before the click.
  await dialog
    .getByRole('button', { name: text.check })
    .click({ timeout: 5000 })
    .catch(() => null)
  await expect(dialog).toBeHidden()
  await expectAttempt(page, text.payed)
  await expect(page.getByRole('button', { name: text.start })).toBeVisible()
})

test('the page of the bank is closed in the middle after one question, and the payment goes on being checked', async ({
  page,
  platform,
}) => {
  await openBank(page, 'ru', text.pay)
  const dialog = dialogOf(page)
  const question = page.getByRole('alertdialog', { name: text.closeQuestion })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: text.keepPaying }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: text.close }).click()
  await question.getByRole('button', { name: text.closeBank }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.checkingLeft).first()).toBeVisible()
  await expect(page.getByRole('button', { name: text.check })).toBeFocused()

  // Paid in a tab that was left, say, and asked about by nobody yet.
  platform.payAtBank('candidate', group, 'pay')
  platform.advanceClock(bankThinks)
  await expect(async () => expect(callsOf(platform, 'checkPayment')).toBeGreaterThan(0)).toPass()
  await expectAttempt(page, text.payed)
})

test('after a reload a payment that was begun is found out about by reading alone', async ({
  page,
  platform,
}) => {
  await openBank(page, 'ru', text.pay)
  platform.payAtBank('candidate', group, 'pay')
  platform.clearJournal()
  await page.reload()
  await expectAttempt(page, text.needPay)
  await expect(page.getByText(text.checkingLeft).first()).toBeVisible()
  platform.advanceClock(bankThinks)
  await expectAttempt(page, text.payed)
  await page.waitForLoadState('networkidle')
  const reads = [
    'refreshSession',
    'getGroup',
    'listGroups',
    'listTaskStatuses',
    'checkPayment',
    'getLabStatus',
  ]
  expect([...asked(platform)].filter(operation => !reads.includes(operation))).toEqual([])
  expect(callsOf(platform, 'checkPayment')).toBeGreaterThan(0)
})
