import { expect, type Page } from '@playwright/test'
import { checkA11yAndLayout } from './check-page'
import { pressOn } from './keyboard'
import { labels } from './labels'
import { languages } from './messages'
import { test } from './platform'
import { newUser, setLanguage, typeLogin, typeRegistration } from './users'

const invited = { code: 'EXAM-ANALYST', path: '/group/8', title: /аналитик реагирования/ }

for (const language of languages) {
  const text = labels[language]
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const summary = (page: Page) =>
    page.getByRole('group', { name: new RegExp(`${text.fillAll}|${text.correctThis}`) })

  test(`a guest with an invite registers, confirms the address and lands in the group, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 4\d\d/)
    await setLanguage(context, language, platform.url)
    await page.goto(`/invite/${invited.code}`)
    await pressOn(page, link(page, text.register))
    await expect(page).toHaveURL(new RegExp(`/registration\\?invite=${invited.code}$`))
    await expect(page.getByRole('status').filter({ hasText: text.invited })).toContainText(invited.title)

    await pressOn(page, page.getByRole('button', { name: text.register, exact: true }))
    await expect(summary(page)).toBeFocused()
    await pressOn(page, summary(page).getByRole('link', { name: text.username }))
    await expect(field(page, text.username)).toBeFocused()
    const danger = await field(page, text.email).evaluate(input => getComputedStyle(input).borderTopColor)
    await expect(page.getByRole('checkbox', { name: text.policy })).toHaveCSS('border-top-color', danger)
    await expect(page.getByRole('checkbox', { name: text.policy })).toHaveCSS('appearance', 'none')
    await checkA11yAndLayout(page, `registration with nothing filled in, ${language}`)

    await typeRegistration(page, { ...newUser, username: 'student' }, language)
    await expect(summary(page)).toBeFocused()
    await pressOn(page, summary(page).getByRole('link', { name: text.nameTaken }))
    await expect(field(page, text.username)).toBeFocused()
    expect(platform.emails()).toEqual([])
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(newUser.username)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    expect(platform.emails().map(({ to }) => to)).toEqual([newUser.email])
    await checkA11yAndLayout(page, `check your email, ${language}`)

    await platform.confirmByEmail(newUser.email)
    await pressOn(page, link(page, text.enter))
    await expect(page).toHaveURL(new RegExp(`/login\\?invite=${invited.code}$`))
    await typeLogin(page, newUser, language)
    await expect(page).toHaveURL(`${platform.url}${invited.path}`)
    await expect(page.getByRole('heading', { level: 1, name: invited.title })).toBeFocused()
    await expect(page.getByText(text.confirmMail)).toHaveCount(0)
  })
}
