import { expect, type Locator, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { tabTo } from './keyboard'
import type { Language } from './messages'

/** Opens the profile menu by the keyboard and returns it. */
export async function openMenu(page: Page, language: Language): Promise<Locator> {
  const text = accountLabels[language]
  await tabTo(page, page.getByRole('button', { name: text.menu }))
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: text.menu })
  await expect(menu.getByRole('button', { name: text.logout, exact: true })).toBeVisible()
  return menu
}

/** Logs out by the open menu and its confirmation, by the keyboard. */
export async function leaveByKeyboard(page: Page, menu: Locator, language: Language): Promise<void> {
  const text = accountLabels[language]
  await tabTo(page, menu.getByRole('button', { name: text.logout, exact: true }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: text.logoutTitle })
  await expect(question.getByRole('button', { name: text.stay })).toBeFocused()
  await tabTo(page, question.getByRole('button', { name: text.logout, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
}
