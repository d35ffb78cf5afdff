import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Language, words } from './words'

export type Persona = 'student' | 'newcomer' | 'admin' | 'candidate'

export const personaPassword = 'flagship-demo'

/** Sets the language as the header's menu does: a cookie of a year (specification, section 2). */
export async function speak(context: BrowserContext, language: Language, url: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url }])
}

/** Fills in the login form that the page shows. */
export async function fillLogin(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  const text = words[language]
  await page.getByRole('textbox', { name: text.username }).fill(persona)
  await page.getByRole('textbox', { name: text.password, exact: true }).fill(personaPassword)
  await page.getByRole('main').getByRole('button', { name: text.enter, exact: true }).click()
}

/** Signs in by the login page and waits until the app is there. */
export async function signIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, persona, language)
  await expect(page.getByRole('button', { name: words[language].accountMenu })).toBeVisible()
}

/** Logs out by the profile menu and its confirmation. */
export async function logOut(page: Page, language: Language = 'ru'): Promise<void> {
  const text = words[language]
  await page.getByRole('button', { name: text.accountMenu }).click()
  await page.getByRole('button', { name: text.logout, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.logout, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
}
