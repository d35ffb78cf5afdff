import { expect, type Page } from '@playwright/test'
import { examine } from './examine'
import { pressOn, typeInto } from './keyboard'
import { speak, stranger, typeLogin, typeRegistration } from './people'
import { test } from './platform'
import { type Language, languages, words } from './words'

const twoWeeks = 15 * 86_400_000
const refusedLines = /Failed to load resource: the server responded with a status of 4\d\d/

/** The summary of mistakes above the form. */
const summary = (page: Page, language: Language) =>
  page.getByRole('group', { name: new RegExp(`${words[language].fillAll}|${words[language].correctThis}`) })

const summaryLink = (page: Page, language: Language, name: string | RegExp) =>
  summary(page, language).getByRole('link', { name })

for (const language of languages) {
  const text = words[language]
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const submit = (page: Page) => page.getByRole('button', { name: text.register, exact: true })

  test(`a stranger registers, confirms the address, logs in and is at home, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(120_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await page.goto('/login')
    await expect(field(page, text.username)).toBeFocused()
    await pressOn(page, page.getByRole('link', { name: text.register }))
    await expect(page).toHaveURL(/\/registration$/)
    await examine(page, `registration, ${language}`)

    await test.step('an empty form: the summary takes the focus and leads to each field', async () => {
      await pressOn(page, submit(page))
      await expect(summary(page, language)).toBeFocused()
      await pressOn(page, summaryLink(page, language, text.username))
      await expect(field(page, text.username)).toBeFocused()
      const danger = await field(page, text.email).evaluate(input => getComputedStyle(input).borderTopColor)
      await expect(page.getByRole('checkbox', { name: text.policy })).toHaveCSS('border-top-color', danger)
      await expect(page.getByRole('checkbox', { name: text.policy })).toHaveCSS('appearance', 'none')
      await examine(page, `registration with nothing filled in, ${language}`)
    })

    await test.step('wrong values: each is told at its field, and nothing typed is lost', async () => {
      await typeInto(page, field(page, text.email), 'anna')
      await typeInto(page, field(page, text.username), 'student')
      await typeInto(page, field(page, text.password), stranger.password)
      await typeInto(page, field(page, text.passwordAgain), 'gora-reka-42')
      await page.keyboard.press('Enter')
      await expect(summary(page, language)).toBeFocused()
      await expect(field(page, text.email)).toHaveAccessibleDescription(text.emailFormat)
      await expect(field(page, text.passwordAgain)).toHaveAccessibleDescription(
        new RegExp(text.passwordsDiffer),
      )
      await pressOn(page, summaryLink(page, language, text.emailFormat))
      await expect(field(page, text.email)).toBeFocused()
      await expect(field(page, text.username)).toHaveValue('student')
      await examine(page, `registration with wrong values, ${language}`)
    })

    await test.step('a name that somebody has is told at the name', async () => {
      await typeRegistration(page, { ...stranger, username: 'student' }, language)
      await expect(summary(page, language)).toBeFocused()
      await pressOn(page, summaryLink(page, language, text.nameTaken))
      await expect(field(page, text.username)).toBeFocused()
      expect(platform.letters()).toEqual([])
    })

    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(stranger.username)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    await expect(page.getByText(stranger.email)).toBeVisible()
    expect(platform.letters().map(({ to }) => to)).toEqual([stranger.email])
    await examine(page, `check your e-mail, ${language}`)

    await platform.confirmByLetter(stranger.email)
    await pressOn(page, page.getByRole('main').getByRole('link', { name: text.enter }))
    await typeLogin(page, stranger, language)
    await expect(page).toHaveURL(`${platform.url}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
    await expect(page.getByText(text.confirmMail)).toHaveCount(0)
  })

  test(`the letter is sent again after a pause, and leads in (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await page.clock.install()
    await speak(context, language, platform.url)
    await page.goto('/registration')
    await typeRegistration(page, stranger, language)
    await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    const again = page.getByRole('button', { name: text.sendAgain })
    await expect(again).toHaveAccessibleDescription(text.waitToSend)
    await pressOn(page, again)
    expect(platform.letters(), 'nothing is sent within the pause').toHaveLength(1)

    // By then the platform keeps those out who have not confirmed, and sends the letter with its refusal.
    platform.advanceClock(twoWeeks)
    await page.clock.fastForward(60_000)
    await expect(again).not.toHaveAccessibleDescription(text.waitToSend)
    await pressOn(page, again)
    await expect(page.getByRole('main').getByText(text.sentAgain)).toBeVisible()
    await expect(again).toHaveAccessibleDescription(text.waitToSend)
    expect(platform.letters()).toHaveLength(2)
    await examine(page, `the letter sent again, ${language}`)

    await pressOn(page, page.getByRole('main').getByRole('link', { name: text.enter }))
    await typeLogin(page, stranger, language)
    await expect(page.getByRole('alert').filter({ hasText: text.confirmMail })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await examine(page, `a login before the address is confirmed, ${language}`)
    await platform.confirmByLetter(stranger.email)
    await pressOn(page, page.getByRole('main').getByRole('button', { name: text.enter, exact: true }))
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  })

  test(`whoever logs in before confirming is asked to confirm, and the page notices (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await speak(context, language, platform.url)
    await page.goto('/registration')
    await typeRegistration(page, stranger, language)
    await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    await pressOn(page, page.getByRole('main').getByRole('link', { name: text.enter }))
    await typeLogin(page, stranger, language)
    await expect(page).toHaveURL(`${platform.url}/`)
    const check = page.getByRole('button', { name: text.checkConfirmation })
    await expect(check).toBeVisible()
    await platform.confirmByLetter(stranger.email)
    await pressOn(page, check)
    await expect(page.getByText(text.mailConfirmed).first()).toBeVisible()
    await expect(check).toHaveCount(0)
  })

  test(`S08 another language keeps the half-filled form, the address and the place on the page (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    const other = language === 'ru' ? 'en' : 'ru'
    await speak(context, language, platform.url)
    await page.setViewportSize({ width: 800, height: 480 })
    await page.goto('/registration?invite=EXAM-ANALYST')
    await field(page, text.email).fill(stranger.email)
    await field(page, text.username).fill(stranger.username)
    await field(page, text.password).fill(stranger.password)
    await page.getByRole('button', { name: text.languageMenu }).click()
    await page.evaluate(() => scrollTo(0, 200))
    const scrolled = () => page.evaluate(() => scrollY)
    await expect.poll(scrolled).toBe(200)
    // By a key: a click of the test scrolls by itself to what it presses.
    await page.getByRole('menuitemradio', { name: other === 'en' ? 'English' : 'Русский' }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    const otherText = words[other]
    await expect(page.getByRole('heading', { level: 1, name: otherText.registration })).toBeVisible()
    await expect(field(page, otherText.email)).toHaveValue(stranger.email)
    await expect(field(page, otherText.username)).toHaveValue(stranger.username)
    await expect(field(page, otherText.password)).toHaveValue(stranger.password)
    await expect(page).toHaveURL(/\/registration\?invite=EXAM-ANALYST$/)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect.poll(scrolled).toBe(200)

    const [cookie] = (await context.cookies()).filter(one => one.name === 'language')
    expect(cookie).toMatchObject({ value: other, path: '/', sameSite: 'Lax' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364.9)
    expect(days).toBeLessThan(365.1)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: otherText.registration })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
  })
}
