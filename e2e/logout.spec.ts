import { expect, type Page } from '@playwright/test'
import { leaveByKeyboard, openMenu } from './account-steps'
import { accountWords } from './account-words'
import { examine } from './examine'
import { tabTo } from './keyboard'
import { signIn, speak } from './people'
import { test } from './platform'
import { languages } from './words'

/** Calls of a page that still carry a bearer token, from now on. */
function watchBearers(page: Page): string[] {
  const bearers: string[] = []
  page.on('request', request => {
    if (request.headers().authorization) bearers.push(`${request.method()} ${request.url()}`)
  })
  return bearers
}

for (const language of languages) {
  const text = accountWords[language]

  test(`A19 a logout by the keyboard takes the other tab to the login within a second (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(/status of 403/)
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    const other = await context.newPage()
    await other.goto('/group/1/task/101')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await other.waitForLoadState('networkidle')

    await page.bringToFront()
    const menu = await openMenu(page, language)
    await tabTo(page, menu.getByRole('button', { name: text.logout, exact: true }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: text.logoutTitle })
    await expect(question.getByRole('button', { name: text.stay })).toBeFocused()
    await examine(page, `the question before a logout, ${language}`)
    // Escape is "no", and the focus is where it came from.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: text.menu })).toBeFocused()

    await page.keyboard.press('Enter')
    await leaveByKeyboard(page, menu, language)
    const bearers = [watchBearers(page), watchBearers(other)]
    await expect(other).toHaveURL(/\/login$/, { timeout: 1000 })
    await expect(other.getByRole('button', { name: text.menu })).toHaveCount(0)
    for (const tab of [page, other]) {
      await tab.goto('/group/1')
      await expect(tab).toHaveURL(/\/login$/)
      expect(await tab.evaluate(() => localStorage.getItem('token'))).toBeNull()
    }
    expect(bearers, 'calls that still carry the old token').toEqual([[], []])
  })

  test(`A25 a logout that the platform fails still ends the session (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of (403|500)/)
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    platform.fault('logout', { kind: 'status', status: 500 }, 10)
    const menu = await openMenu(page, language)
    platform.clearJournal()
    await leaveByKeyboard(page, menu, language)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    // Only logged: no word about it, and no refresh (specification, section 7).
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const asked = platform.journal().map(({ operationId }) => operationId)
    expect(asked.filter(one => /logout|refresh/i.test(one))).toEqual(['logout'])
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
  })
}
