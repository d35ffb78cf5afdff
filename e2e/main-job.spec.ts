import { expect, type Page } from '@playwright/test'
import { tabTo } from './browser'
import { labels } from './labels'
import { languages, t } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { test } from './platform'
import { expectSolved } from './task-steps'
import { setLanguage, typeLogin } from './users'

const task = '/group/1/task/101'

/** The number of solved tasks in the own row of the leaderboard. */
async function solvedOnLeaderboard(page: Page): Promise<number> {
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'student' })
  return Number(await row.first().getByRole('cell').nth(1).textContent())
}

for (const language of languages) {
  const text = labels[language]

  test(`A11Y-05 a student opens the URL of a task, signs in and solves it, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    await page.goto(task)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await typeLogin(page, 'student', language)
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('auth_redirect'))).toBeNull()

    const field = page.getByRole('textbox', { name: text.flag })
    await tabTo(page, field)
    await page.keyboard.type('flag{not_this_one}')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
    await expect(field).toHaveValue('flag{not_this_one}')
    await checkA11yAndLayout(page, `a wrong flag, ${language}`)

    const leaderboard = page.getByRole('link', { name: text.leaderboard }).first()
    await tabTo(page, leaderboard)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/group\/1\/leaderboard/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const before = await solvedOnLeaderboard(page)
    await page.goBack()
    await expect(field).toHaveValue('flag{not_this_one}')
    await tabTo(page, field)
    await page.keyboard.press('ControlOrMeta+A')
    const [flag = ''] = platform.getFlags('student', 1, 101)
    await page.keyboard.type(flag)
    await page.keyboard.press('Enter')
    await expectSolved(page, language)

    await page.goto('/group/1')
    const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="${task}"]`) })
    await expect(row).toContainText(t(language, 'task:state.solved'))
    await page.reload()
    await expect(row).toContainText(t(language, 'task:state.solved'))
    await page.goto('/group/1/leaderboard')
    await expect.poll(() => solvedOnLeaderboard(page)).toBe(before + 1)
  })
}
