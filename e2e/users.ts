import { type BrowserContext, expect, type Page } from '@playwright/test'
import { pressOn, typeInto } from './keyboard'
import { labels } from './labels'
import type { Language } from './messages'

/** All sign in by the login page except `lms`, who has no password and uses `/callback`. */
export type Persona = 'student' | 'newcomer' | 'admin' | 'candidate' | 'lms'

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

/** Signs in by the login page and waits for the app. */
export async function logIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, persona, language)
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** Signs in and waits for the home page. */
export async function signIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  if (persona === 'lms') return enterFromLms(page, language)
  await signInByApi(page, persona)
  await page.goto('/')
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** Signs in from the LMS, like its persona without a password. */
async function enterFromLms(page: Page, language: Language = 'ru'): Promise<void> {
  await page.goto('/callback?code=lms-demo-code')
  await expect(page.getByRole('button', { name: labels[language].accountMenu })).toBeVisible()
}

/** Logs out by the profile menu. */
export async function logOut(page: Page, language: Language = 'ru'): Promise<void> {
  const text = labels[language]
  await page.getByRole('button', { name: text.accountMenu }).click()
  await page.getByRole('button', { name: text.logout, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.logout, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** The user that a test registers. */
export const newUser = { email: 'anna@mail.example', username: 'anna_orlova', password: 'gora-reka-41' }

/** Fills in and submits the login form by the keyboard. The focus is in its first field. */
export async function typeLogin(
  page: Page,
  { username, password }: { username: string; password: string },
  language: Language,
): Promise<void> {
  const text = labels[language]
  await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
  await page.keyboard.type(username)
  await typeInto(page, page.getByRole('textbox', { name: text.password, exact: true }), password)
  await page.keyboard.press('Enter')
}

/** Fills in and submits the registration form by the keyboard. */
export async function typeRegistration(
  page: Page,
  { email, username, password }: typeof newUser,
  language: Language,
): Promise<void> {
  const text = labels[language]
  await typeInto(page, page.getByRole('textbox', { name: text.email }), email)
  await typeInto(page, page.getByRole('textbox', { name: text.username }), username)
  await typeInto(page, page.getByRole('textbox', { name: text.password, exact: true }), password)
  await typeInto(page, page.getByRole('textbox', { name: text.passwordAgain }), password)
  const policy = page.getByRole('checkbox', { name: text.policy })
  if (!(await policy.isChecked())) await pressOn(page, policy, 'Space')
  await pressOn(page, page.getByRole('button', { name: text.register, exact: true }))
}
