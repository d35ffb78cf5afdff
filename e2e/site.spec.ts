import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { operations } from '../src/api/operations.gen'
import { recordLoads, setVisible } from './browser'
import { isFull, test } from './platform'
import { signIn, signInByApi } from './users'

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: readonly { src: string; sizes: string; purpose: string }[]
}

/** The size of a PNG is in its first chunk. */
const getSize = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the application is installable: the browser reads its manifest, and the icons have the declared sizes', async ({
  page,
  context,
  platform,
}) => {
  await page.goto('/login')
  const debugging = await context.newCDPSession(page)
  const { errors, url, data } = await debugging.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${platform.url}/manifest.webmanifest`)
  const manifest: Manifest = JSON.parse(data ?? '')
  // What browsers require, and a maskable icon.
  expect(manifest).toMatchObject({ name: 'Флагман', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  for (const { src, sizes } of [...manifest.icons, { src: `${touchIcon}`, sizes: '180x180' }]) {
    const answer = await context.request.get(src)
    expect(answer.headers()['content-type']).toBe('image/png')
    expect(getSize(await answer.body()), src).toBe(sizes)
  }
})

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
  // Of the requests of a page, a later one is never seen before an earlier one.
  await page.evaluate(() => fetch('/favicon.svg').then(() => {}))
  expect(sent).toEqual([])
})

/** Serves the worker of the simulated platform and a page that starts it, as development on this origin did. */
async function startMockWorker(page: Page): Promise<void> {
  const body = await readFile('node_modules/msw/lib/mockServiceWorker.js', 'utf8')
  await page
    .context()
    .route('**/mockServiceWorker.js', route => route.fulfill({ contentType: 'text/javascript', body }))
  const html = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('**/development', route => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/development')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/mockServiceWorker.js')
    const { active } = await navigator.serviceWorker.ready
    const isStarted = new Promise(done =>
      navigator.serviceWorker.addEventListener('message', done, { once: true }),
    )
    active?.postMessage('MOCK_ACTIVATE')
    await isStarted
  })
}

test('H05 a mock worker of development answers nothing of a page that did not start it', async ({
  page,
  context,
  platform,
}) => {
  await signIn(page, 'student')
  const development = await context.newPage()
  await startMockWorker(development)
  const loads = recordLoads(page)
  platform.clearJournal()
  await page.goto('/groups')
  const group = page.getByRole('main').getByRole('link', { name: /осень 2026/ })
  await expect(group.first()).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain(
    '/mockServiceWorker.js',
  )
  expect(platform.journal().map(({ operationId }) => operationId)).toContain('listGroups')
  expect(loads).toEqual([`${platform.url}/groups`])
})

const effects = new Map<string, string>(Object.entries(operations).map(([id, { effect }]) => [id, effect]))

const journeys = [
  { persona: 'student', paths: ['/', '/group/1', '/group/1/task/101'] },
  { persona: 'student', paths: ['/groups', '/group/1/leaderboard', '/competencies'] },
  { persona: 'candidate', paths: ['/', '/group/5'] },
  { persona: 'admin', paths: ['/group/1'] },
  { persona: 'newcomer', paths: ['/', '/competencies'] },
] as const

for (const { persona, paths } of journeys) {
  test(`G14 hovering and focusing everything writes nothing (${persona}, ${paths})`, async ({
    page,
    context,
    platform,
    settle,
    tripwires,
  }) => {
    // A closed group is preloaded too, and answers 403.
    tripwires.allowConsole(/status of 403|ERR_INTERNET_DISCONNECTED/)
    await page.clock.install()
    await signInByApi(page, persona)
    platform.clearJournal()
    const callsSoFar = () => platform.journal().map(entry => entry.operationId)
    const preloaded: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settle(page)
      const loaded = callsSoFar().length
      await hoverAndFocusEverything(page)
      await settle(page)
      preloaded.push(...callsSoFar().slice(loaded))
      await leaveAndComeBack(page)
      for (const isOffline of [true, false]) {
        await context.setOffline(isOffline)
        await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!isOffline)
      }
      // Until the connection counts as stable.
      await page.clock.runFor(2000)
      await settle(page)
    }
    const called = [...new Set(callsSoFar())]
    // Requests of the page itself are not preloads.
    expect(
      preloaded.filter(id => effects.get(id) === 'read').length,
      'hovering preloaded something',
    ).toBeGreaterThan(0)
    // The silent refresh at each start is the only write without a press.
    expect(called.filter(id => effects.get(id) === 'write' && id !== 'refreshSession')).toEqual([])
  })
}

/** How many links that differ only in a number are checked. */
const enoughRows = isFull ? 4 : 2

/** Longer than the pointer has to rest on a link before its page is preloaded. */
const PRELOAD_DELAY_MS = 60

/** Hovers and focuses every link and control, long enough for a preload. */
async function hoverAndFocusEverything(page: Page): Promise<void> {
  const seen = new Map<string, number>()
  const controls = page.locator('a[href]:visible, button:visible, summary:visible')
  const kinds = await controls.evaluateAll(all =>
    all.map(one => one.getAttribute('href')?.replace(/\d+/g, 'N')),
  )
  for (const [index, kind] of kinds.entries()) {
    const count = (kind && seen.get(kind)) || 0
    if (kind) seen.set(kind, count + 1)
    if (count >= enoughRows) continue
    const control = controls.nth(index)
    // A tooltip of the previous control may cover this one; the pointer passes anyway.
    await control.hover({ force: true, timeout: 1000 }).catch(() => undefined)
    await page.clock.runFor(PRELOAD_DELAY_MS)
    await control.focus({ timeout: 1000 }).catch(() => undefined)
  }
}

/** The events of leaving and returning to the window. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['blur', 'focus']) window.dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
