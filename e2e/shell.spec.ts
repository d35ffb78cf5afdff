import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { tabTo } from './keyboard'
import { labels } from './labels'
import { expectReadableLayout } from './layout'
import { languages, t } from './messages'
import { test } from './platform'
import { setLanguage, signIn, signInByApi } from './users'

const year = 365 * 24 * 60 * 60

test.beforeEach(({ tripwires }) => {
  // The home page requests groups that are closed to the user.
  tripwires.allowConsole(/status of 403/)
})

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

for (const language of languages) {
  const text = accountLabels[language]
  const other = language === 'ru' ? 'en' : 'ru'
  const otherName = { ru: 'Русский', en: 'English' }[other]

  test(`S08 LANG-08 a switch from ${language} keeps URL, scroll and typed text, and is stored for a year`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    await signIn(page, 'student', language)
    await page.setViewportSize({ width: 1280, height: 420 })
    await page.goto('/group/1/task/101?from=mail')
    await page.getByRole('textbox', { name: labels[language].flag }).fill('flag{half')
    await page.mouse.wheel(0, 90)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
    const before = await page.evaluate(() => [window.scrollY, location.href])
    const trigger = page.getByRole('button', { name: text.languageMenu })
    await trigger.click()
    await page.getByRole('menuitemradio', { name: otherName }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await expect(page.getByRole('textbox', { name: labels[other].flag })).toHaveValue('flag{half')
    await expect(trigger).toBeFocused()
    expect(await page.evaluate(() => [window.scrollY, location.href])).toEqual(before)

    const cookie = (await context.cookies()).find(({ name }) => name === 'language')
    expect(cookie).toMatchObject({ value: other, path: '/', sameSite: 'Lax', httpOnly: false })
    const left = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(Math.abs(left - year)).toBeLessThan(600)
    await page.reload()
    await expect(page.getByRole('textbox', { name: labels[other].flag })).toBeVisible()
  })
}

test('LANG-08 theme and language are applied before the application, and menus close on a click outside and on Escape', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/ERR_FAILED/)
  await setLanguage(context, 'ru', platform.url)
  await signInByApi(page, 'student')
  await page.goto('/groups')
  await expect(title(page)).toBeVisible()
  const text = accountLabels.ru
  const menus = [
    [text.languageMenu, 'menu'],
    [text.themeMenu, 'menu'],
    [text.menu, 'dialog'],
  ] as const
  for (const [name, role] of menus) {
    const trigger = page.getByRole('button', { name })
    await trigger.click()
    await expect(page.getByRole(role)).toBeVisible()
    await page.mouse.click(20, 700)
    await expect(page.getByRole(role)).toHaveCount(0)
    await tabTo(page, trigger)
    await page.keyboard.press('Enter')
    await expect(page.getByRole(role)).toBeVisible()
    await expectReadableLayout(page, `${name}, ru`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
    await expect(trigger).toBeFocused()
  }
  await page.getByRole('button', { name: text.themeMenu }).click()
  await page.getByRole('menuitemradio', { name: text.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Without any script of the application, the page has its theme and language.
  await page.route('**/assets/*.js', route => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
})

test('a menu that is opened while the page loads stays open', async ({ page }) => {
  const text = accountLabels.ru
  await signInByApi(page, 'student')
  let answerRefresh = () => {}
  const isPressed = new Promise<void>(resolve => {
    answerRefresh = resolve
  })
  await page.route('**/api/auth/refresh', async route => {
    await isPressed
    await route.continue()
  })
  await page.goto('/group/1/task/101')
  await page.getByRole('button', { name: text.themeMenu }).click()
  await expect(page.getByRole('menuitemradio', { name: text.dark })).toBeVisible()
  answerRefresh()
  await expect(title(page)).toBeAttached()
  await expect(page.getByRole('menuitemradio', { name: text.dark })).toBeVisible()
  await page.getByRole('menuitemradio', { name: text.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('titles have the same position with and without breadcrumbs, and the links below the login are on one line', async ({
  page,
  context,
  platform,
}) => {
  await setLanguage(context, 'en', platform.url)
  await page.setViewportSize({ width: 768, height: 800 })
  // A line above the title is part of it.
  const headTop = async () => (await page.locator('div:has(> [data-page-title])').boundingBox())?.y
  await page.goto('/groups')
  await expect(page).toHaveURL(/login$/)
  const top = await headTop()
  for (const path of ['/contacts', '/invite/EXAM-ANALYST', '/no/such/page', '/login']) {
    await page.goto(path)
    await expect.poll(headTop, { message: path }).toBe(top)
  }
  const bottoms = [t('en', 'auth:login.forgot'), t('en', 'auth:login.register')].map(name =>
    page
      .getByRole('main')
      .getByRole('link', { name })
      .evaluate(link => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getBoundingClientRect().bottom
      }),
  )
  const [forgot, register] = await Promise.all(bottoms)
  expect(forgot).toBe(register)
})
