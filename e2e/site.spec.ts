import { expect, type Page } from '@playwright/test'
import { operations } from '../src/api/operations.gen'
import { recordLoads, setVisible } from './browser'
import { labels } from './labels'
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

/** A service worker that answers every request, like that of a simulated platform. */
const worker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  if (!new URL(event.request.url).pathname.startsWith('/api/')) return
  event.respondWith(Response.json({ detail: 'mocked' }, { status: 418, headers: { 'X-Mocked': 'yes' } }))
})`

/** Registers workers for this origin, like development does, by a page of its own. */
async function registerLeftoverWorkers(
  page: Page,
  scripts: { path: string; scope: string }[],
): Promise<void> {
  const place = '**/left-by-development'
  const icon = '<!doctype html><link rel="icon" href="data:,">'
  await page.route(place, route => route.fulfill({ contentType: 'text/html', body: icon }))
  for (const { path } of scripts) {
    await page
      .context()
      .route(`**${path}`, route => route.fulfill({ contentType: 'text/javascript', body: worker }))
  }
  await page.goto('/left-by-development')
  await page.evaluate(async all => {
    for (const { path, scope } of all) {
      const { installing } = await navigator.serviceWorker.register(path, { scope })
      await new Promise<void>(active =>
        installing?.addEventListener('statechange', () => installing.state === 'activated' && active()),
      )
    }
  }, scripts)
  await page.unroute(place)
}

/** The paths of the registered workers, without one that is being removed. */
const left = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const workers = (await navigator.serviceWorker.getRegistrations()).flatMap(({ active }) => active ?? [])
    return workers.map(({ scriptURL }) => new URL(scriptURL).pathname)
  })

test('H05 a leftover mock worker is removed, no other one, and the server answers', async ({
  page,
  platform,
}) => {
  await signIn(page, 'student')
  await registerLeftoverWorkers(page, [
    { path: '/mockServiceWorker.js', scope: '/' },
    { path: '/other-worker.js', scope: '/other/' },
  ])
  const loads = recordLoads(page)
  const mocked: string[] = []
  page.on('response', response => {
    if (response.headers()['x-mocked']) mocked.push(response.url())
  })
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1, name: labels.ru.myGroups })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /осень 2026/ })
      .first(),
  ).toBeVisible()
  expect(mocked).toEqual([])
  expect(loads, 'the page leaves the worker by one reload').toEqual([
    `${platform.url}/groups`,
    `${platform.url}/groups`,
  ])
  expect(await left(page)).toEqual(['/other-worker.js'])
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
