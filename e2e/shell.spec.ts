import { expect, type Page } from '@playwright/test'
import { openMenu } from './account-steps'
import { accountWords } from './account-words'
import { tabTo } from './keyboard'
import { expectReadableLayout } from './layout'
import { signIn, speak, takeSession } from './people'
import { test } from './platform'
import { languages, words } from './words'

const year = 365 * 24 * 60 * 60

test.beforeEach(({ tripwires }) => {
  // The home page, where a login leads, asks for groups that are closed to the person.
  tripwires.allowConsole(/status of 403/)
})

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

// What is not about words is shown in one of the languages.
for (const language of languages) {
  const text = accountWords[language]
  const other = language === 'ru' ? 'en' : 'ru'
  const otherName = { ru: 'Русский', en: 'English' }[other]

  test(`LANG-08 a switch from ${language} keeps address, scroll and typed text, and is kept for a year`, async ({
    page,
    context,
    platform,
  }) => {
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    await page.setViewportSize({ width: 1280, height: 420 })
    await page.goto('/group/1/task/101?from=mail')
    await page.getByRole('textbox', { name: words[language].flag }).fill('flag{half')
    await page.mouse.wheel(0, 90)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
    const before = await page.evaluate(() => [window.scrollY, location.href])
    const trigger = page.getByRole('button', { name: text.languageMenu })
    await trigger.click()
    await page.getByRole('menuitemradio', { name: otherName }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await expect(page.getByRole('textbox', { name: words[other].flag })).toHaveValue('flag{half')
    await expect(trigger).toBeFocused()
    expect(await page.evaluate(() => [window.scrollY, location.href])).toEqual(before)

    const cookie = (await context.cookies()).find(({ name }) => name === 'language')
    expect(cookie).toMatchObject({ value: other, path: '/', sameSite: 'Lax', httpOnly: false })
    const left = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(Math.abs(left - year)).toBeLessThan(600)
    await page.reload()
    await expect(page.getByRole('textbox', { name: words[other].flag })).toBeVisible()
  })

  test(`LANG-08 a switch from ${language} inside an open menu leaves it and its form as they are`, async ({
    page,
    context,
    platform,
  }) => {
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    await page.setViewportSize({ width: 360, height: 800 })
    const menu = await openMenu(page, language)
    await menu.getByRole('button', { name: text.editUsername }).click()
    await menu.getByRole('textbox', { name: text.username }).fill('half-typed')
    await menu.getByRole('button', { name: text.languageMenu }).click()
    await page.getByRole('menuitemradio', { name: otherName }).click()
    const translated = page.getByRole('dialog', { name: accountWords[other].menu })
    await expect(translated.getByRole('textbox', { name: accountWords[other].username })).toHaveValue(
      'half-typed',
    )
  })

  if (language === 'ru')
    test(`LANG-08 the theme and the language are there before the application, and menus close on a click outside and on Escape, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      test.setTimeout(90_000)
      tripwires.allowConsole(/ERR_FAILED/)
      await speak(context, language, platform.url)
      await takeSession(page, 'student')
      await page.goto('/groups')
      await expect(title(page)).toBeVisible()
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
        await expectReadableLayout(page, `${name}, ${language}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole(role)).toHaveCount(0)
        await expect(trigger).toBeFocused()
      }
      await page.getByRole('button', { name: text.themeMenu }).click()
      await page.getByRole('menuitemradio', { name: text.dark }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      // Without one script of the application the page has its theme and its language already.
      await page.route('**/assets/*.js', route => route.abort())
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    })

  if (language === 'en')
    test(`A11Y-08 the skip link comes first, and back leads back or to the page above, in ${language}`, async ({
      page,
      context,
      platform,
    }) => {
      await speak(context, language, platform.url)
      await takeSession(page, 'student')
      await page.goto('/groups')
      await expect(title(page)).toBeVisible()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: text.skip })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()

      await page
        .getByRole('main')
        .getByRole('link', { name: /Hands-on Security/ })
        .click()
      await expect(page).toHaveURL(/\/group\/2$/)
      const back = page.getByRole('banner').getByRole('button', { name: text.back, exact: true })
      await back.click()
      await expect(page).toHaveURL(/\/groups$/)
      await page.goto('/group/1/leaderboard')
      await back.click()
      await expect(page).toHaveURL(/\/group\/1$/)
      await page.goto('/')
      await expect(title(page)).toBeVisible()
      await expect(back).toHaveCount(0)
    })

  if (language === 'ru')
    test(`the leaderboard button and the breadcrumbs follow the page, in ${language}`, async ({
      page,
      context,
      platform,
    }) => {
      await speak(context, language, platform.url)
      await signIn(page, 'student', language)
      const button = page.getByRole('banner').getByRole('link', { name: words[language].leaderboard })
      const trail = page.getByRole('navigation', { name: text.breadcrumbs })
      const pages: [path: string, hasButton: boolean, crumbs: number][] = [
        ['/', false, 0],
        ['/groups', false, 2],
        ['/group/1', true, 3],
        ['/group/1/task/101', true, 4],
        ['/group/1/leaderboard', true, 4],
        ['/group/6', false, 3],
        ['/contacts', false, 0],
      ]
      for (const [path, hasButton, crumbs] of pages) {
        await page.goto(path)
        await expect(title(page)).toBeVisible()
        await expect(button, path).toHaveCount(hasButton ? 1 : 0)
        await expect(trail.getByRole('listitem'), path).toHaveCount(crumbs)
      }
      await page.goto('/group/1/task/101')
      await expect(trail.getByRole('link').first()).toHaveAccessibleName(text.home)
      await expect(trail.locator('[aria-current=page]')).toHaveCount(1)
      await tabTo(page, trail.getByRole('link').nth(2))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/group\/1$/)
      await expect(trail.getByRole('listitem')).toHaveCount(3)
      await page.getByRole('contentinfo').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/contacts$/)
      await expect(trail).toHaveCount(0)
    })
}

test('a menu that is opened while the page comes stays open when it is there', async ({ page }) => {
  const text = accountWords.ru
  await takeSession(page, 'student')
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

test('titles stand at one height with breadcrumbs or without, and the links below the login on one line', async ({
  page,
  context,
  platform,
}) => {
  await speak(context, 'en', platform.url)
  await page.setViewportSize({ width: 768, height: 800 })
  // A line above the title belongs to it.
  const headTop = async () => (await page.locator('div:has(> [data-page-title])').boundingBox())?.y
  await page.goto('/groups')
  await expect(page).toHaveURL(/login$/)
  const top = await headTop()
  for (const path of ['/contacts', '/invite/EXAM-ANALYST', '/no/such/page', '/login']) {
    await page.goto(path)
    await expect.poll(headTop, { message: path }).toBe(top)
  }
  const bottoms = ['Forgot your password?', 'Register'].map(name =>
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
