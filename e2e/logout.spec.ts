import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { leaveByKeyboard, openMenu } from './account-steps'
import { checkA11yAndLayout } from './check-page'
import { tabTo } from './keyboard'
import { languages } from './messages'
import { test } from './platform'
import { setLanguage, signIn } from './users'

/** Calls with a bearer token from now on. */
function watchBearers(page: Page): string[] {
  const bearers: string[] = []
  page.on('request', request => {
    if (request.headers().authorization) bearers.push(`${request.method()} ${request.url()}`)
  })
  return bearers
}

for (const language of languages) {
  const text = accountLabels[language]

  test(`A19 a logout by the keyboard redirects the other tab to the login within a second (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 403/)
    await setLanguage(context, language, platform.url)
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
    await checkA11yAndLayout(page, `the question before a logout, ${language}`)
    // Escape cancels and restores the focus.
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
}
