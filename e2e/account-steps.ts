import { expect, type Locator, type Page } from '@playwright/test'
import { accountWords } from './account-words'
import { tabTo } from './keyboard'
import { type Language, words } from './words'

/** Opens the profile menu by the keyboard; gives what is in it. */
export async function openMenu(page: Page, language: Language): Promise<Locator> {
  const text = accountWords[language]
  await tabTo(page, page.getByRole('button', { name: text.menu }))
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: text.menu })
  await expect(menu.getByRole('button', { name: text.logout, exact: true })).toBeVisible()
  return menu
}

/** Logs out by the menu, which is open, and its question, by the keyboard. */
export async function leaveByKeyboard(page: Page, menu: Locator, language: Language): Promise<void> {
  const text = accountWords[language]
  await tabTo(page, menu.getByRole('button', { name: text.logout, exact: true }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: text.logoutTitle })
  await expect(question.getByRole('button', { name: text.stay })).toBeFocused()
  await tabTo(page, question.getByRole('button', { name: text.logout, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
}

/** Types a name and a password into the login page, where the first field has the focus. */
export async function typeLogin(
  page: Page,
  username: string,
  password: string,
  language: Language,
): Promise<void> {
  await expect(page.getByRole('textbox', { name: words[language].username })).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
