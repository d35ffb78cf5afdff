import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './platform'

const russian = /Браузер устарел: «Флагман» в нём не работает\. .+ Safari 17 или новее\./
const english = /This browser is too old for Flagship\. .+ Safari 17 or newer\./

/** Leaves out an interface that the oldest supported versions have. */
const leaveOut = (context: BrowserContext, name: 'URL.canParse' | 'CSS.registerProperty') =>
  context.addInitScript(`delete ${name}`)

const expectText = async (page: Page): Promise<void> => {
  await expect(page.locator('p[lang=ru]', { hasText: russian })).toBeVisible()
  await expect(page.locator('p[lang=en]', { hasText: english })).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

for (const name of ['URL.canParse', 'CSS.registerProperty'] as const)
  test(`a browser without ${name} gets a text in both languages`, async ({ page, context }) => {
    await leaveOut(context, name)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/login', '/groups', '/order/ok']) {
      await page.goto(path)
      await expectText(page)
    }
  })

test('a browser without modules gets the text, and only its script needs to be understood', async ({
  page,
  context,
}) => {
  await leaveOut(context, 'URL.canParse')
  let script = ''
  await page.route('**/login', async route => {
    const response = await route.fetch()
    const html = await response.text()
    const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
    script = inline.find(text => russian.test(text)) ?? ''
    // Such a browser runs no module, and can't parse the other inline script.
    const body = html
      .replace(/<script type="module"[^>]*><\/script>/g, '')
      .replace(`<script>${inline[0]}</script>`, '')
    await route.fulfill({ response, body })
  })
  await page.goto('/login')
  await expectText(page)
  expect(script).toMatch(russian)
  expect(script).not.toMatch(/=>|\b(?:let|const|class)\b|`|\?[.?]/)
})

test('a supported browser does not get it', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('#root')).toBeVisible()
  await expect(page.getByText(english)).toHaveCount(0)
})
