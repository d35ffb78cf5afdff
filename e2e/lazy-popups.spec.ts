import { expect, type Locator, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { tabTo } from './keyboard'
import { t } from './messages'
import { test } from './platform'
import { signIn } from './users'

const text = accountLabels.ru
const code = '**/assets/popups-*.js'

/** Holds back the code of popups, and counts its requests. */
async function holdCode(page: Page) {
  let asked = 0
  let isBroken = false
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(code, async route => {
    asked += 1
    if (isBroken) return route.abort('connectionreset')
    await held
    await route.continue()
  })
  return {
    asked: () => asked,
    release: () => release(),
    setBroken: (next: boolean) => {
      isBroken = next
    },
  }
}

const mark = (button: Locator) =>
  button.evaluate(element => {
    element.dataset.before = ''
  })

test('a menu that is pressed before its code has loaded opens at its button afterwards', async ({ page }) => {
  const held = await holdCode(page)
  await page.goto('/login')
  const button = page.getByRole('button', { name: /^RU/ })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await mark(button)
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

test('the code of popups loads when the page is idle', async ({ page }) => {
  const started = Date.now()
  const coming = page.waitForRequest(code, { timeout: 15_000 })
  await page.goto('/login')
  await coming
  expect(Date.now() - started).toBeGreaterThan(3000)
})

test('a profile menu whose code fails to load shows an error, and opens at the next press', async ({
  page,
  context,
  tripwires,
}) => {
  tripwires.allowConsole(/ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/)
  const held = await holdCode(page)
  held.setBroken(true)
  held.release()
  await signIn(page, 'student')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const button = page.getByRole('button', { name: text.menu })
  await button.click()
  await expect(page.getByText(t('ru', 'errors:network'))).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
  await context.setOffline(false)
  held.setBroken(false)
  await button.click()
  const menu = page.getByRole('dialog', { name: text.menu })
  await expect(menu.getByRole('button', { name: text.logout, exact: true })).toBeVisible()
  // Tab after the last control leaves and closes the menu; Shift+Tab before the first returns to its button.
  await button.click()
  await expect(menu).toHaveCount(0)
  await button.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
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
