import { expect, type Page } from '@playwright/test'
import { test } from './platform'
import { signIn } from './users'
import { setVisible } from './visibility'

/** Measuring starts after the page has loaded. */
const configured = async (page: Page, path: string): Promise<void> => {
  await page.route('**/config.json', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), vitals_path: path } })
  })
}

test('metrics are sent to the configured path when the page is hidden, without personal data', async ({
  page,
}) => {
  await configured(page, '/vitals')
  const requests: { body: string; headers: Record<string, string> }[] = []
  await page.route('**/vitals', async route => {
    requests.push({ body: route.request().postData() ?? '', headers: await route.request().allHeaders() })
    await route.fulfill({ status: 204 })
  })
  await signIn(page, 'student')
  const isMeasured = page.waitForResponse(/\/assets\/vitals-/)
  await page.goto('/group/1?q=secret')
  await isMeasured
  await page.getByRole('heading', { level: 1 }).click()
  await setVisible(page, false)
  await expect.poll(() => requests.length).toBe(1)
  const [request] = requests
  const report = JSON.parse(request?.body ?? '')
  expect(report.page).toBe('/group/$groupId')
  expect(report.metrics.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['TTFB', 'FCP', 'LCP', 'CLS']),
  )
  expect(Object.keys(report.metrics[0]).sort()).toEqual(['name', 'navigationType', 'rating', 'value'])
  expect(request?.body).not.toContain('secret')
  expect(request?.headers).not.toHaveProperty('cookie')
  expect(request?.headers).not.toHaveProperty('authorization')
})

test('without a configured path nothing is measured or sent', async ({ page }) => {
  await page.clock.install()
  const sent: string[] = []
  page.on('request', request => {
    const isCall = request.url().includes('/api/')
    if (!isCall && (request.method() !== 'GET' || /\/assets\/vitals-/.test(request.url())))
      sent.push(request.url())
  })
  await signIn(page, 'student')
  // config.json decides, so it must be loaded first.
  const isRead = page.waitForResponse('**/config.json')
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(6000)
  await isRead
  await page.getByRole('heading', { level: 1 }).click()
  await setVisible(page, false)
  await page.waitForTimeout(300)
  expect(sent).toEqual([])
})
