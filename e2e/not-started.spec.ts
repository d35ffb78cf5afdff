import { expect } from '@playwright/test'
import { test } from './platform'

const russian = /^Скрипты не запустились\. Перезагрузите страницу\./
const english = /^The scripts haven’t started\. Reload the page\./

test('a page whose scripts were rewritten on the way says so after a while', async ({
  page,
  context,
  tripwires,
  baseURL,
}) => {
  tripwires.allowConsole(/./)
  await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }])
  // As script loaders of CDNs do, whose own loader the policy stops.
  await context.route(/\/(?:login|group\/1)$/, async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script\b/g, '<script type="a1b2-text/javascript"')
    await route.fulfill({ response, body })
  })
  const other = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await Promise.all([page.goto('/login'), other.goto('/group/1')])
  for (const shown of [page, other]) await expect(shown.getByText(english)).toBeHidden()
  for (const shown of [page, other]) {
    const text = shown.getByText(english)
    await expect(text).toBeVisible({ timeout: 30_000 })
    await expect(text).toBeInViewport({ ratio: 1 })
    expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test('a page whose scripts run has no such text', async ({ page }) => {
  for (const path of ['/login', '/contacts']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(russian)).toHaveCount(0)
  }
})
