import { type BrowserContext, expect, type Page } from '@playwright/test'
import { pressOn, typeInto } from './keyboard'
import { type Language, words } from './words'

/** Everybody signs in by the login page, but `lms`, who has no password, by `/callback`. */
export type Persona = 'student' | 'newcomer' | 'admin' | 'candidate' | 'lms'

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

/**
 * Gives the page a person's session as the login page would, by its call alone: no page of the app is opened. For journeys
 * that are not about signing in and begin at an address of their own.
 */
export async function takeSession(page: Page, persona: Exclude<Persona, 'lms'>): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: persona, password: personaPassword },
  })
  if (!answer.ok()) throw new Error(`${persona} could not sign in: ${answer.status()}`)
  const { refresh_token: token } = await answer.json()
  // A place to reach the site's storage from, which loads nothing, not even an icon.
  const place = '**/place-without-a-page'
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route(place, route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/place-without-a-page')
  await page.evaluate(value => localStorage.setItem('token', value), String(token))
  await page.unroute(place)
}

/** Signs in by the login page, as a person does, and waits until the app is there. */
export async function logIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, persona, language)
  await expect(page.getByRole('button', { name: words[language].accountMenu })).toBeVisible()
}

/** Signs in and waits until the home page is there. */
export async function signIn(page: Page, persona: Persona, language: Language = 'ru'): Promise<void> {
  if (persona === 'lms') return enterFromLms(page, language)
  await takeSession(page, persona)
  await page.goto('/')
  await expect(page.getByRole('button', { name: words[language].accountMenu })).toBeVisible()
}

/** Comes from the learning-management system, as its persona without a password does. */
export async function enterFromLms(page: Page, language: Language = 'ru'): Promise<void> {
  await page.goto('/callback?code=lms-demo-code')
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

/** Whom a journey registers. */
export const stranger = { email: 'anna@mail.example', username: 'anna_orlova', password: 'gora-reka-41' }

/** Fills in the login form that the page shows, by the keyboard, and sends it. The focus stands in its first field. */
export async function typeLogin(
  page: Page,
  { username, password }: { username: string; password: string },
  language: Language,
): Promise<void> {
  const text = words[language]
  await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
  await page.keyboard.type(username)
  await typeInto(page, page.getByRole('textbox', { name: text.password, exact: true }), password)
  await page.keyboard.press('Enter')
}

/** Fills in the registration form that the page shows, by the keyboard alone, and sends it. */
export async function typeRegistration(
  page: Page,
  { email, username, password }: typeof stranger,
  language: Language,
): Promise<void> {
  const text = words[language]
  await typeInto(page, page.getByRole('textbox', { name: text.email }), email)
  await typeInto(page, page.getByRole('textbox', { name: text.username }), username)
  await typeInto(page, page.getByRole('textbox', { name: text.password, exact: true }), password)
  await typeInto(page, page.getByRole('textbox', { name: text.passwordAgain }), password)
  const policy = page.getByRole('checkbox', { name: text.policy })
  if (!(await policy.isChecked())) await pressOn(page, policy, 'Space')
  await pressOn(page, page.getByRole('button', { name: text.register, exact: true }))
}
