import { expect, type Page } from '@playwright/test'
import { bankPage, examWordsOf, expectAttempt, openBank, openExam, paidExam } from './exam-steps'
import { takeSession } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'

const outcomes = [
  ['/order/ok', 'Оплата принята, нажмите «Проверить оплату», чтобы продолжить'],
  ['/order/fail', 'Банк сообщил о проблеме с оплатой, нажмите «Проверить оплату», чтобы обновить'],
] as const

for (const [path, sentence] of outcomes) {
  test(`F01 ${path} opened by itself leads home`, async ({ page }) => {
    await takeSession(page, 'student')
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test(`F02 ${path} in a frame says its sentence alone and calls nothing`, async ({ page, platform }) => {
    await takeSession(page, 'student')
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

for (const [path, sentence] of outcomes) {
  test(`F03 ${path} in a frame without an origin of its own says its sentence too`, async ({
    page,
    platform,
    tripwires,
  }) => {
    // The browser notes each refused storage of such a frame; nothing of it may be thrown.
    tripwires.allowConsole(/origin "?null"?|'null'/)
    await page.goto('/contacts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    platform.clearJournal()
    await addFrame(page, path, 'allow-scripts')
    await expect(page.frameLocator('iframe').locator('body')).toHaveText(sentence)
    expect(platform.journal()).toEqual([])
  })
}

test('F05 what the address of /order/ok claims says nothing: the platform is asked, and its word stands', async ({
  page,
  platform,
}) => {
  const text = examWordsOf('ru')
  const claim = `${platform.url}/order/ok?status=payed&attempt=2#payed`
  await platform.reset({ scenario: 'needPay' })
  await openExam(page, platform, paidExam)
  await openBank(page, 'ru', text.pay)
  await page.waitForLoadState('networkidle')
  platform.clearJournal()
  const frame = page.frames().find(one => one.url().includes('/mock-bank/'))
  await frame?.goto(claim)
  await expect(bankPage(page, 'ru').locator('body')).toHaveText(text.orderOk)
  await expect(page.getByText(text.confirming).first()).toBeVisible()
  await expect(async () => expect(callsOf(platform, 'checkPayment')).toBeGreaterThan(0)).toPass()
  await page.getByRole('dialog', { name: text.payment }).getByRole('button', { name: text.close }).click()
  await expectAttempt(page, text.needPay)
  expect(new Set(platform.journal().map(({ operationId }) => operationId))).toEqual(new Set(['checkPayment']))
  await page.goto(claim)
  await expect(page).toHaveURL(/:\d+\/$/)
})

async function addFrame(page: Page, path: string, sandbox?: string): Promise<void> {
  await page.evaluate(
    ([src, limits]) => {
      const frame = document.createElement('iframe')
      if (limits !== undefined) frame.setAttribute('sandbox', limits)
      document.body.append(Object.assign(frame, { src }))
    },
    [path, sandbox] as const,
  )
}
