import { expect, type Page } from '@playwright/test'
import { openMenu } from './account-steps'
import { accountWords } from './account-words'
import { bankPage, bankThinks, examTimer, examWordsOf, expectAttempt, paidExam } from './exam-steps'
import { pressOn, tabTo, typeInto } from './keyboard'
import { personaPassword, speak, takeSession } from './people'
import { test } from './platform'
import { wordsOf } from './task-state-steps'
import { callsOf, labPanel } from './task-steps'

const minute = 60_000

/** Presses Tab until the focus is in a frame of the page, or has left it again. */
async function tabUntil(page: Page, isInFrame: boolean): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
  for (let presses = 0; presses < 12; presses++) {
    if ((await isThere()) === isInFrame) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`12 presses of Tab do not lead ${isInFrame ? 'into' : 'out of'} the frame.`)
}

test.beforeEach(({ tripwires }) => {
  // Groups that have not begun or are over refuse what their list asks about them.
  tripwires.allowConsole(/status of 403/)
})

test('A11Y-05 A11Y-06 an exam is paid for, checked and started by the keyboard alone', async ({
  page,
  platform,
}) => {
  const text = examWordsOf('ru')
  await platform.reset({ scenario: 'needPay' })
  await takeSession(page, 'candidate')
  await page.goto(paidExam.address)
  await expectAttempt(page, text.needPay)
  await pressOn(page, page.getByRole('button', { name: text.pay }))
  const pay = bankPage(page, 'ru').getByRole('button', { name: text.bankPay })
  await expect(pay).toBeVisible()
  const dialog = page.getByRole('dialog', { name: text.payment })
  await tabUntil(page, true)
  await tabUntil(page, false)
  // The way out of the frame leads on in the dialog, not behind it.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabUntil(page, true)
  for (let presses = 0; presses < 8; presses++) {
    if (await pay.evaluate(button => button === document.activeElement && document.hasFocus())) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(text.orderOk)).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: text.check }))
  platform.advanceClock(bankThinks)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectAttempt(page, text.payed)

  await pressOn(page, page.getByRole('button', { name: text.start }))
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  await pressOn(page, question.getByRole('checkbox', { name: text.understand }), 'Space')
  await pressOn(page, question.getByRole('button', { name: text.startDay }))
  await expectAttempt(page, text.running)
  await expect(examTimer(page, 'ru')).toBeVisible()
  expect(callsOf(platform, 'startAttempt')).toBe(1)
})

test('A11Y-05 a lab that ends soon is kept working and stopped by the keyboard alone', async ({
  page,
  platform,
}) => {
  const text = wordsOf('ru')
  await platform.reset({ scenario: 'labEndsSoon' })
  platform.advanceClock(2 * minute)
  await takeSession(page, 'student')
  await page.goto('/group/1/task/104')
  const panel = labPanel(page, 'ru')
  await pressOn(page, panel.getByRole('button', { name: text.extend }))
  await expect.poll(() => platform.labSecondsLeft('student', 104)).toBeGreaterThan(30 * 60)
  await expect(panel.getByText(text.ready, { exact: true })).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: text.stop, exact: true }))
  const question = page.getByRole('alertdialog', { name: text.stopTitle })
  await pressOn(page, question.getByRole('button', { name: text.stopConfirm, exact: true }))
  await expect(panel.getByText(text.off, { exact: true })).toBeVisible()
  // The button that was pressed first is gone.
  await expect(panel).toBeFocused()
})

test('A11Y-05 A11Y-09 language, password and a message by the keyboard alone; each closed dialog gives the focus back', async ({
  page,
  context,
  platform,
}) => {
  const text = accountWords.en
  await speak(context, 'ru', platform.url)
  await takeSession(page, 'student')
  await page.goto('/groups')
  const language = page.getByRole('button', { name: text.languageMenu })
  await pressOn(page, language)
  await expect(page.getByRole('menuitemradio', { name: 'Русский' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(language).toBeFocused()

  const menu = await openMenu(page, 'en')
  await pressOn(page, menu.getByRole('button', { name: text.changePassword }))
  await typeInto(page, menu.getByRole('textbox', { name: 'Current password' }), personaPassword)
  await typeInto(page, menu.getByRole('textbox', { name: text.newPassword, exact: true }), 'gora-reka-41')
  await typeInto(page, menu.getByRole('textbox', { name: text.repeatPassword }), 'gora-reka-41')
  await page.keyboard.press('Enter')
  await expect(menu.getByText(text.passwordSaved)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: text.menu })).toBeFocused()

  const feedback = page.getByRole('banner').getByRole('button', { name: text.feedback })
  await pressOn(page, feedback)
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('The stand does not answer.')
  await pressOn(page, dialog.getByRole('button', { name: text.send, exact: true }))
  await expect(dialog.getByText(text.sent)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(feedback).toBeFocused()
  expect(platform.feedback().map(({ text: sent }) => sent)).toEqual(['The stand does not answer.'])
})
