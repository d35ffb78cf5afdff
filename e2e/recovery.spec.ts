import { expect, type Page, type Request } from '@playwright/test'
import { examine } from './examine'
import { historyOf } from './history'
import { pressOn, typeInto } from './keyboard'
import { speak, typeLogin } from './people'
import { type Platform, test } from './platform'
import { languages, words } from './words'

const known = { username: 'student', email: 'alexandra.vorobyova@student.example' }
const nobody = 'nobody@student.example'
const chosen = 'gora-reka-41'
const refusedLines = /Failed to load resource: the server responded with a status of 4\d\d/

/** The path that the newest letter to somebody leads to. */
function linkTo(platform: Platform, address: string): string {
  const letter = platform.letters().findLast(({ to }) => to === address)
  if (!letter) throw new Error(`There is no letter to ${address}.`)
  return letter.link
}

/** Every request of the page with the page that it says it comes from. */
function watchAddresses(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', request => requests.push(request))
  return requests
}

for (const language of languages) {
  const text = words[language]
  const email = (page: Page) => page.getByRole('textbox', { name: text.email, exact: true })
  const password = (page: Page) => page.getByRole('textbox', { name: text.newPassword, exact: true })
  const confirmation = (page: Page) => page.getByRole('textbox', { name: text.newPasswordAgain })

  const setPassword = async (page: Page, first: string, second: string) => {
    await typeInto(page, password(page), first)
    await typeInto(page, confirmation(page), second)
    await page.keyboard.press('Enter')
  }

  test(`a forgotten password is reset by a letter, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(150_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await page.goto('/login')
    await pressOn(page, page.getByRole('link', { name: text.forgot }))
    await expect(email(page)).toBeFocused()
    await page.keyboard.type('alexandra')
    await page.keyboard.press('Enter')
    await expect(email(page)).toHaveAccessibleDescription(text.emailFormat)
    await expect(email(page)).toBeFocused()
    await examine(page, `a reset for no address, ${language}`)
    await typeInto(page, email(page), known.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
    await examine(page, `a reset letter on its way, ${language}`)

    await page.goto(linkTo(platform, known.email))
    await expect(password(page)).toBeFocused()
    await examine(page, `a new password, ${language}`)
    await setPassword(page, chosen, 'gora-reka-42')
    await expect(confirmation(page)).toBeFocused()
    await expect(confirmation(page)).toHaveAccessibleDescription(text.passwordsDiffer)
    await setPassword(page, 'gora', 'gora')
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(new RegExp(text.passwordShort))
    await examine(page, `a short new password, ${language}`)
    await setPassword(page, chosen, chosen)
    await expect(page.getByRole('heading', { level: 2, name: text.passwordSet })).toBeFocused()
    await examine(page, `a password that has been set, ${language}`)
    await pressOn(page, page.getByRole('main').getByRole('link', { name: text.enter, exact: true }))
    await typeLogin(page, { username: known.username, password: chosen }, language)
    await expect(page).toHaveURL(`${platform.url}/`)
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  })

  test(`a spent link leads to asking anew (${language})`, async ({ page, context, platform, tripwires }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await page.goto('/reset-password')
    await typeInto(page, email(page), known.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
    const link = linkTo(platform, known.email)
    await page.goto(link)
    await setPassword(page, chosen, chosen)
    await expect(page.getByRole('heading', { level: 2, name: text.passwordSet })).toBeFocused()

    await page.goto(link)
    await setPassword(page, 'more-reka-42', 'more-reka-42')
    await expect(page.getByRole('heading', { level: 2, name: text.badLink })).toBeFocused()
    await examine(page, `a spent link, ${language}`)
    await pressOn(page, page.getByRole('link', { name: text.newLink }))
    await expect(page).toHaveURL(/\/reset-password$/)
    await expect(email(page)).toBeFocused()
  })

  test(`V07 nobody learns here who has an account, and a letter is sent again after a pause (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(refusedLines)
    await page.clock.install()
    await speak(context, language, platform.url)
    const texts: string[] = []
    for (const address of [known.email, nobody]) {
      await page.goto('/reset-password')
      await typeInto(page, email(page), address)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
      const shown = await page.getByRole('main').innerText()
      texts.push(shown.replace(address, 'address').replace(/\d+/g, 'seconds'))
    }
    expect(texts[1]).toBe(texts[0])
    expect(platform.letters().map(({ to }) => to)).toEqual([known.email])

    const again = page.getByRole('button', { name: text.sendAgain })
    await expect(again).toHaveAccessibleDescription(text.waitToSend)
    platform.clearJournal()
    await pressOn(page, again)
    await page.clock.fastForward(60_000)
    await expect(again).not.toHaveAccessibleDescription(text.waitToSend)
    expect(platform.journal(), 'nothing is sent within the pause').toEqual([])
    await pressOn(page, again)
    await expect(again).toHaveAccessibleDescription(text.waitToSend)
    expect(platform.journal().map(call => call.operationId)).toEqual(['requestPasswordReset'])
  })
}

test('V02 the token of the letter is in no address after the first, in no Referer and in no history', async ({
  page,
  platform,
}) => {
  const text = words.ru
  await page.goto('/reset-password')
  await typeInto(page, page.getByRole('textbox', { name: text.email, exact: true }), known.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: text.checkMail })).toBeFocused()
  const link = linkTo(platform, known.email)
  const token = new URL(link, platform.url).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)

  const requests = watchAddresses(page)
  await page.goto(link)
  await expect(page.getByRole('form')).toBeVisible()
  expect(page.url()).toBe(`${platform.url}/new-password`)
  const fields = page.getByRole('form').getByRole('textbox')
  await typeInto(page, fields.nth(0), chosen)
  await typeInto(page, fields.nth(1), chosen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: text.passwordSet })).toBeFocused()

  const [first, ...others] = requests
  expect(first?.url(), 'the letter leads to this address, once').toContain(token)
  expect(others.some(request => request.url().endsWith('/api/auth/password-new'))).toBe(true)
  const marked = await Promise.all(
    others.map(async request => [request.url(), (await request.allHeaders()).referer ?? ''].join(' ')),
  )
  expect(marked.filter(line => line.includes(token))).toEqual([])
  const kept = await page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.title]),
  )
  expect(await historyOf(page), 'entries from before and from here').toEqual([
    `${platform.url}/reset-password`,
    `${platform.url}/new-password`,
  ])
  expect(kept).not.toContain(token)
})
