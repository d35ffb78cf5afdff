import { expect, type Page } from '@playwright/test'
import { tabTo } from './browser'
import { labels } from './labels'
import { t } from './messages'
import { layoutFindings } from './page-checks'
import { test } from './platform'
import { setLanguage, signInByApi } from './users'

test('LANG-08 theme and language are applied before the application, and menus close on a click outside and on Escape', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/ERR_FAILED|status of 403/)
  await setLanguage(context, 'ru', platform.url)
  await signInByApi(page, 'student')
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const text = labels.ru
  const menus = [
    [text.languageMenu, 'menu'],
    [text.themeMenu, 'menu'],
    [text.accountMenu, 'dialog'],
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
    expect(await layoutFindings(page), `${name}`).toEqual([])
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
  const text = labels.ru
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
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
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

const code = '**/assets/popups-*.js'

/** Holds back the code of popups, and counts its requests. */
async function holdCode(page: Page) {
  let asked = 0
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(code, async route => {
    asked += 1
    await held
    await route.continue()
  })
  return {
    asked: () => asked,
    release: () => release(),
  }
}

test('a menu that is pressed before its code has loaded opens at its button afterwards', async ({ page }) => {
  const held = await holdCode(page)
  await page.goto('/login')
  const button = page.getByRole('button', { name: /^RU/ })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Proves later that the button was not replaced.
  await button.evaluate(element => {
    element.dataset.before = ''
  })
  expect(held.asked(), 'the first load holds no popup').toBe(0)
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('menu')).toHaveCount(0)
  held.release()
  await expect(page.getByRole('menuitemradio', { name: 'Русский' })).toBeFocused()
  await expect(button).toHaveAttribute('data-before', '')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  // By the pointer: one press opens, another one closes.
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await button.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  // A press that is dragged to an item selects it.
  await button.hover()
  await page.mouse.down()
  await page.getByRole('menuitemradio', { name: 'English' }).hover()
  await page.waitForTimeout(300)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^EN/ })).toHaveAttribute('data-before', '')
  expect(held.asked()).toBe(1)
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })

  test('the first tap opens a menu, and the next one closes it', async ({ page }) => {
    const held = await holdCode(page)
    await page.goto('/login')
    const button = page.getByRole('button', { name: /^RU/ })
    await button.tap()
    held.release()
    await expect(page.getByRole('menu')).toBeVisible()
    await button.tap()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await button.tap()
    await page.getByRole('menuitemradio', { name: 'English' }).tap()
    await expect(page.getByRole('button', { name: /^EN/ })).toBeVisible()
  })
})
