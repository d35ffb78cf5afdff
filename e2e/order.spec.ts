import { expect, type Page } from '@playwright/test'
import { bankPage, expectAttempt, getExamLabels, openBank, openExam, paidExam } from './exam-steps'
import { t } from './messages'
import { test } from './platform'
import { callsOf } from './task-steps'
import { signInByApi } from './users'

const outcomes = [
  ['/order/ok', t('ru', 'common:order.ok')],
  ['/order/fail', t('ru', 'common:order.fail')],
] as const

for (const [path, sentence] of outcomes) {
  test(`F01 ${path} outside of a frame redirects home`, async ({ page }) => {
    await signInByApi(page, 'student')
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test(`F02 ${path} in a frame shows only its sentence and makes no calls`, async ({ page, platform }) => {
    await signInByApi(page, 'student')
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
  test(`F03 ${path} in a sandboxed frame shows its sentence too`, async ({ page, platform, tripwires }) => {
    // The console reports denied storage in such a frame; no error may be thrown.
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

test('F05 the URL of /order/ok proves nothing: the page reads the status from the platform', async ({
  page,
  platform,
}) => {
  const text = getExamLabels('ru')
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
