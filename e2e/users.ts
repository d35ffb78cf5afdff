import { type BrowserContext, expect, type Page } from '@playwright/test'
import { tabTo } from './browser'
import { labels } from './labels'
import type { Language } from './messages'

/** All sign in by the login page except `lms`, who has no password and uses `/callback`. */
export type Persona = 'student' | 'newcomer' | 'admin' | 'candidate' | 'examinee' | 'lms'

export const personaPassword = 'flagship-demo'

/** Sets the language cookie, like the menu in the header. */
export async function setLanguage(context: BrowserContext, language: Language, url: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url }])
}

/** Fills in and submits the login form. */
export async function fillLogin(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  const text = labels[language]
  await page.getByRole('textbox', { name: text.username }).fill(persona)
  await page.getByRole('textbox', { name: text.password, exact: true }).fill(personaPassword)
  await page.getByRole('main').getByRole('button', { name: text.enter, exact: true }).click()
}

/** Fills in and submits the login form by the keyboard; its first field has the focus. */
export async function typeLogin(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  const text = labels[language]
  await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
  await page.keyboard.type(persona)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: text.password, exact: true })).toBeFocused()
  await page.keyboard.type(personaPassword)
  await page.keyboard.press('Enter')
}

/** Signs in by the API without opening a page, for tests that are not about signing in. */
export async function signInByApi(page: Page, persona: Exclude<Persona, 'lms'>): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: persona, password: personaPassword },
  })
  if (!answer.ok()) throw new Error(`${persona} could not sign in: ${answer.status()}`)
  const { refresh_token: token } = await answer.json()
  // An empty page gives access to the site's storage.
  const place = '**/place-without-a-page'
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route(place, route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/place-without-a-page')
  await page.evaluate(value => localStorage.setItem('token', value), String(token))
  await page.unroute(place)
}

/** Signs in and waits for the home page. */
export async function signIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  if (persona !== 'lms') await signInByApi(page, persona)
  await page.goto(persona === 'lms' ? '/callback?code=lms-demo-code' : '/')
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** Opens the profile menu by the keyboard and returns it. */
export async function openMenu(page: Page, language: Language) {
  const text = labels[language]
  await tabTo(page, page.getByRole('button', { name: text.accountMenu }))
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: text.accountMenu })
  await expect(menu.getByRole('button', { name: text.logout, exact: true })).toBeVisible()
  return menu
}

/** Logs out by the profile menu. */
export async function logOut(page: Page, language: Language = 'ru'): Promise<void> {
  const text = labels[language]
  await page.getByRole('button', { name: text.accountMenu }).click()
  await page.getByRole('button', { name: text.logout, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.logout, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
}
