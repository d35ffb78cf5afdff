import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { openMenu } from './account-steps'
import { checkA11yAndLayout } from './check-page'
import { tabTo } from './keyboard'
import { languages } from './messages'
import { test } from './platform'
import { setLanguage, signInByApi } from './users'

/** Replaces the text of the focused field. */
async function retype(page: Page, value: string): Promise<void> {
  await page.keyboard.press('Control+A')
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

for (const language of languages) {
  const text = accountLabels[language]

  test(`a username is changed by the keyboard, after one that is already taken (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 40[39]/)
    await setLanguage(context, language, platform.url)
    await signInByApi(page, 'student')
    await page.goto('/group/1/leaderboard')
    const row = page.getByRole('table').getByRole('row')
    await expect(row.filter({ hasText: 'student' }).first()).toBeVisible()

    const menu = await openMenu(page, language)
    await checkA11yAndLayout(page, `the profile menu, ${language}`)
    await tabTo(page, menu.getByRole('button', { name: text.editUsername }))
    await page.keyboard.press('Enter')
    const field = menu.getByRole('textbox', { name: text.username })
    await expect(field).toBeFocused()
    await retype(page, 'admin')
    await expect(field).toHaveAccessibleDescription(text.taken)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('admin')
    await checkA11yAndLayout(page, `a taken username, ${language}`)

    await retype(page, 'kapitan_42')
    await expect(menu.getByText(text.saved)).toBeVisible()
    await expect(menu.getByRole('button', { name: text.editUsername })).toBeFocused()
    await expect(menu.getByText('kapitan_42')).toBeVisible()
    // The board behind the menu shows it too, without a request.
    await expect(row.filter({ hasText: 'kapitan_42' }).first()).toBeVisible()
    await expect(row.filter({ hasText: 'student' })).toHaveCount(0)
    const sent = platform.journal().filter(({ operationId }) => operationId === 'updateUsername')
    expect(sent.map(({ status }) => status)).toEqual([409, 200])
  })
}
