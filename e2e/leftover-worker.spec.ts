import { expect, type Page } from '@playwright/test'
import { firstGroup } from './group-steps'
import { labels } from './labels'
import { test } from './platform'
import { signIn } from './users'

const text = labels.ru

/** A service worker that answers every request, like that of a simulated platform. */
const worker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  if (!new URL(event.request.url).pathname.startsWith('/api/')) return
  event.respondWith(Response.json({ detail: 'mocked' }, { status: 418, headers: { 'X-Mocked': 'yes' } }))
})`

/** Registers workers for this origin, like development does, by a page of its own. */
async function leaveWorkers(page: Page, scripts: { path: string; scope: string }[]): Promise<void> {
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

const left = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(
      one => new URL(one.active?.scriptURL ?? '').pathname,
    ),
  )

test('H05 a leftover mock worker is removed, no other one, and the server answers', async ({ page }) => {
  await signIn(page, 'student')
  await leaveWorkers(page, [
    { path: '/mockServiceWorker.js', scope: '/' },
    { path: '/other-worker.js', scope: '/other/' },
  ])
  const loads: string[] = []
  const mocked: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  page.on('response', response => {
    if (response.headers()['x-mocked']) mocked.push(response.url())
  })
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1, name: text.myGroups })).toBeVisible()
  await expect(firstGroup(page)).toBeVisible()
  expect(mocked).toEqual([])
  expect(loads, 'the page leaves the worker by one reload').toEqual(['/groups', '/groups'])
  expect(await left(page)).toEqual(['/other-worker.js'])
})

test('H05 a page that is not controlled by the worker starts at once, and removes it later', async ({
  page,
}) => {
  await leaveWorkers(page, [{ path: '/mockServiceWorker.js', scope: '/elsewhere/' }])
  const loads: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1, name: text.contacts })).toBeVisible()
  await expect.poll(() => left(page)).toEqual([])
  expect(loads).toEqual(['/contacts'])
})
