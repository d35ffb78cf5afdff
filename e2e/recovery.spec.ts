import { expect, type Page } from '@playwright/test'
import { checkA11yAndLayout } from './check-page'
import { pressOn, typeInto } from './keyboard'
import { labels } from './labels'
import { languages } from './messages'
import { type Platform, test } from './platform'
import { setLanguage, typeLogin } from './users'

const known = { username: 'student', email: 'alexandra.vorobyova@student.example' }
const chosen = 'gora-reka-41'
const refusedLines = /Failed to load resource: the server responded with a status of 4\d\d/

/** The path in the newest email to an address. */
function linkTo(platform: Platform, address: string): string {
  const email = platform.emails().findLast(({ to }) => to === address)
  if (!email) throw new Error(`There is no email to ${address}.`)
  return email.link
}

for (const language of languages) {
  const text = labels[language]
  const email = (page: Page) => page.getByRole('textbox', { name: text.email, exact: true })
  const password = (page: Page) => page.getByRole('textbox', { name: text.newPassword, exact: true })
  const confirmation = (page: Page) => page.getByRole('textbox', { name: text.newPasswordAgain })

  const setPassword = async (page: Page, first: string, second: string) => {
    await typeInto(page, password(page), first)
    await typeInto(page, confirmation(page), second)
    await page.keyboard.press('Enter')
  }

  test(`a forgotten password is reset by email, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(refusedLines)
    await setLanguage(context, language, platform.url)
    await page.goto('/login')
    await pressOn(page, page.getByRole('link', { name: text.forgot }))
    await expect(email(page)).toBeFocused()
    await page.keyboard.type('alexandra')
    await page.keyboard.press('Enter')
    await expect(email(page)).toHaveAccessibleDescription(text.emailFormat)
    await expect(email(page)).toBeFocused()
    await checkA11yAndLayout(page, `a reset for no address, ${language}`)
    await typeInto(page, email(page), known.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
    await checkA11yAndLayout(page, `a reset email on its way, ${language}`)

    await page.goto(linkTo(platform, known.email))
    await expect(password(page)).toBeFocused()
    await checkA11yAndLayout(page, `a new password, ${language}`)
    await setPassword(page, chosen, 'gora-reka-42')
    await expect(confirmation(page)).toBeFocused()
    await expect(confirmation(page)).toHaveAccessibleDescription(text.passwordsDiffer)
    await setPassword(page, 'gora', 'gora')
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(new RegExp(text.passwordShort))
    await checkA11yAndLayout(page, `a short new password, ${language}`)
    await setPassword(page, chosen, chosen)
    await expect(page.getByRole('heading', { level: 2, name: text.passwordSet })).toBeFocused()
    await checkA11yAndLayout(page, `a password that has been set, ${language}`)
    await pressOn(page, page.getByRole('main').getByRole('link', { name: text.enter, exact: true }))
    await typeLogin(page, { username: known.username, password: chosen }, language)
    await expect(page).toHaveURL(`${platform.url}/`)
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  })
}
