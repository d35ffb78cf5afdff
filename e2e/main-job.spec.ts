import { expect, type Page } from '@playwright/test'
import { checkA11yAndLayout } from './check-page'
import { tabTo } from './keyboard'
import { labels } from './labels'
import { type Language, languages } from './messages'
import { test } from './platform'
import { fillLogin, personaPassword, setLanguage } from './users'

const task = '/group/1/task/101'

/** The number of solved tasks in the own row of the leaderboard. */
async function solvedOnLeaderboard(page: Page): Promise<number> {
  await page.goto('/group/1/leaderboard')
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'student' })
  return Number(await row.first().getByRole('cell').nth(1).textContent())
}

async function sendFlag(page: Page, flag: string, language: Language): Promise<void> {
  const field = page.getByRole('textbox', { name: labels[language].flag })
  await field.fill(flag)
  await field.press('Enter')
}

for (const language of languages) {
  const text = labels[language]

  test(`a student opens the URL of a task, signs in and solves it (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    await page.goto(task)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await fillLogin(page, 'student', language)
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    expect(await page.evaluate(() => localStorage.getItem('auth_redirect'))).toBeNull()

    await sendFlag(page, 'flag{not_this_one}', language)
    await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: text.flag })).toHaveValue('flag{not_this_one}')
    await checkA11yAndLayout(page, `a wrong flag, ${language}`)

    const before = await solvedOnLeaderboard(page)
    await page.goto(task)
    const [flag = ''] = platform.flagsOf('student', 1, 101)
    await sendFlag(page, flag, language)
    await expect(page.getByText(text.rightFlag).first()).toBeVisible()

    await page.goto('/group/1')
    await expect(taskRow(page)).toContainText(text.solved)
    await page.reload()
    await expect(taskRow(page)).toContainText(text.solved)
    expect(await solvedOnLeaderboard(page)).toBe(before + 1)
  })

  test(`A11Y-05 a student solves a task by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    const [flag = ''] = platform.flagsOf('student', 1, 101)
    await page.goto(task)
    await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
    await page.keyboard.type('student')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: text.password, exact: true })).toBeFocused()
    await page.keyboard.type(personaPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    const field = page.getByRole('textbox', { name: text.flag })
    await tabTo(page, field)
    await page.keyboard.type('flag{not_this_one}')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
    // The text is selected, so the next try replaces it.
    await page.keyboard.type(flag)
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.rightFlag).first()).toBeVisible()

    await tabTo(page, page.getByRole('link', { name: text.leaderboard }).first())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/group\/1\/leaderboard/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
}

function taskRow(page: Page) {
  return page.getByRole('listitem').filter({ has: page.locator(`a[href="${task}"]`) })
}
