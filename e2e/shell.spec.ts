import { expect, type Page } from '@playwright/test'
import { labels } from './labels'
import { t } from './messages'
import { test } from './platform'
import { setLanguage, signInByApi } from './users'

test('LANG-08 theme and language are applied before the application', async ({
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
  await page.getByRole('button', { name: text.themeMenu }).click()
  await page.getByRole('menuitemradio', { name: text.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Without any script of the application, the page has its theme and language.
  await page.route('**/assets/*.js', route => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
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

for (const [path, link] of [
  ['/groups', '/group/2'],
  ['/group/1', '/group/1/task/102'],
] as const)
  test(`a click beside the text of a row opens it (${path})`, async ({ page }) => {
    await signInByApi(page, 'student')
    await page.goto(path)
    const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="${link}"]`) })
    const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
    await row.click({ position: { x: width - 4, y: height - 4 } })
    await expect(page).toHaveURL(new RegExp(`${link}$`))
  })

for (const [where, open, owner] of [
  [
    'the dialog that it opened',
    (page: Page) => page.getByRole('button', { name: t('ru', 'account:logout'), exact: true }).click(),
    '[role=alertdialog]',
  ],
  ['a field that was pressed', (page: Page) => page.locator('main input[type=search]').click(), 'main'],
] as const)
  test(`a closing popover leaves the focus in ${where}`, async ({ page }) => {
    await signInByApi(page, 'student')
    await page.goto('/group/1')
    await page.getByRole('button', { name: t('ru', 'common:account.menu') }).click()
    const popover = page.getByRole('dialog', { name: t('ru', 'common:account.menu') })
    await expect(popover).toBeVisible()
    await open(page)
    await expect(popover).toHaveCount(0)
    await expect(page.locator(`${owner} :focus`)).toBeVisible()
  })
