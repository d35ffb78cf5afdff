import { expect } from '@playwright/test'
import { labels } from './labels'
import { t } from './messages'
import { test } from './platform'
import { signIn } from './users'

const text = labels.ru

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/Failed to load resource/)
})

test('N08 a group that is opened offline shows an error, and Retry loads it', async ({ page, context }) => {
  await signIn(page, 'student')
  // The code of the page is loaded; only the data is missing.
  await page.goto('/group/1')
  await page.getByRole('banner').getByRole('link', { name: text.myEducation }).click()
  const link = page.getByRole('main').getByRole('link', { name: /Hands-on Security/ })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: text.offlineTitle })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('main').getByRole('button', { name: text.retry }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Hands-on Security/ })).toBeVisible()
})

test('A05 N08 a start without a connection keeps the session', async ({ page }) => {
  await signIn(page, 'student')
  await page.route('**/api/**', route => route.abort('internetdisconnected'))
  await page.goto('/group/1')
  await expect(page.getByRole('main')).toContainText(
    new RegExp([t('ru', 'errors:title.offline'), t('ru', 'errors:title.network')].join('|')),
  )
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: text.retry }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Практическая безопасность/ })).toBeVisible()
})
