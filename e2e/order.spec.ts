import { expect, type Page } from '@playwright/test'
import { signIn } from './people'
import { test } from './platform'

const outcomes = [
  ['/order/ok', 'Оплата принята, нажмите «Проверить оплату», чтобы продолжить'],
  ['/order/fail', 'Банк сообщил о проблеме с оплатой, нажмите «Проверить оплату», чтобы обновить'],
] as const

for (const [path, sentence] of outcomes) {
  test(`F01 ${path} opened by itself leads home`, async ({ page }) => {
    await signIn(page, 'student')
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test(`F02 ${path} in a frame says its sentence alone and calls nothing`, async ({ page, platform }) => {
    await signIn(page, 'student')
    await page.goto('/contacts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    platform.clearJournal()
    await addFrame(page, path)
    const framed = page.frameLocator('iframe').locator('body')
    await expect(framed).toHaveText(sentence)
    await page.waitForLoadState('networkidle')
    await expect(framed).toHaveText(sentence)
    expect(platform.journal()).toEqual([])
  })
}

async function addFrame(page: Page, path: string): Promise<void> {
  await page.evaluate(
    src => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    path,
  )
}
