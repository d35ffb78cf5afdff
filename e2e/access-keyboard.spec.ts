import { expect } from '@playwright/test'
import { accountLabels } from './account-labels'
import { openMenu } from './account-steps'
import { pressOn, typeInto } from './keyboard'
import { t } from './messages'
import { test } from './platform'
import { getTaskLabels } from './task-state-steps'
import { labPanel } from './task-steps'
import { personaPassword, setLanguage, signInByApi } from './users'

const minute = 60_000

test.beforeEach(({ tripwires }) => {
  // The group list requests details of groups that are not open, which answer 403.
  tripwires.allowConsole(/status of 403/)
})

test('A11Y-05 a lab that ends soon is extended and stopped by the keyboard alone', async ({
  page,
  platform,
}) => {
  const text = getTaskLabels('ru')
  await platform.reset({ scenario: 'labEndsSoon' })
  platform.advanceClock(2 * minute)
  await signInByApi(page, 'student')
  await page.goto('/group/1/task/104')
  const panel = labPanel(page, 'ru')
  await pressOn(page, panel.getByRole('button', { name: text.extend }))
  await expect.poll(() => platform.labSecondsLeft('student', 104)).toBeGreaterThan(30 * 60)
  await expect(panel.getByText(text.ready, { exact: true })).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: text.stop, exact: true }))
  const question = page.getByRole('alertdialog', { name: text.stopTitle })
  await pressOn(page, question.getByRole('button', { name: text.stopConfirm, exact: true }))
  await expect(panel.getByText(text.off, { exact: true })).toBeVisible()
  // The button that opened the dialog is gone.
  await expect(panel).toBeFocused()
})

test('A11Y-05 A11Y-09 language, password and feedback work by the keyboard alone; each closed dialog restores the focus', async ({
  page,
  context,
  platform,
}) => {
  const text = accountLabels.en
  await setLanguage(context, 'ru', platform.url)
  await signInByApi(page, 'student')
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
  await typeInto(
    page,
    menu.getByRole('textbox', { name: t('en', 'account:password.current') }),
    personaPassword,
  )
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
