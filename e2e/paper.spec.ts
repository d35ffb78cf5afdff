import { expect } from '@playwright/test'
import { labels } from './labels'
import { test } from './platform'
import { signInByApi } from './users'

test('a passed exam prints as a confirmation alone, without the page around it', async ({
  page,
  platform,
}) => {
  await platform.reset({ scenario: 'examPassed' })
  await signInByApi(page, 'candidate')
  await page.goto('/group/5?tab=exam')
  await expect(page.getByRole('button', { name: labels.ru.accountMenu })).toBeVisible()
  const result = page.locator('[data-print-alone]')
  await expect(result).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  // Nothing else has text: the name, the exam, the day and the points are all in it.
  const [whole, alone] = await Promise.all([page.locator('body').innerText(), result.innerText()])
  expect(whole.trim()).toBe(alone.trim())
  expect(alone).toContain('Зайцева')
})

test('the own profile prints without what can be pressed', async ({ page, platform }) => {
  await platform.reset({ scenario: 'default' })
  await signInByApi(page, 'student')
  await page.goto('/competencies')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toMatch(/[▸▶]/)
})
