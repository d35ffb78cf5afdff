import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page } from '@playwright/test'
import { labels } from './labels'
import { isFull, test } from './platform'
import { signInByApi } from './users'

/** 30 refreshes of 0.5 to 14 s with `--full`; otherwise the ends and the middle. */
const tries = Array.from({ length: isFull ? 30 : 3 }, (_, at) => 500 + (at * 13_500) / (isFull ? 29 : 2))
/** Parallel contexts of three tabs each. */
const atOnce = 15

/**
 * A proxy that accepts each refresh token once, without a grace period: reuse ends the session. Refreshes take as
 * long as the cookie `slow` says, in milliseconds; the token is used up at once.
 *
 * @param tellsEnd whether it takes the client's mark away with the answer, as `deploy/nginx` does
 */
async function startStrictServer(siteUrl: string, { tellsEnd }: { tellsEnd: boolean }) {
  const site = new URL(siteUrl)
  const spent = new Set<string>()
  const seen = { refreshes: 0, reuses: 0 }
  const getCookie = ({ headers }: IncomingMessage, name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''
  const pass = (request: IncomingMessage, response: ServerResponse, slow: number) => {
    const { method, url, headers } = request
    const options = { host: site.hostname, port: site.port, method, path: url, headers, agent: false }
    const upstream = sendHttp(options, answer => {
      const cookies = answer.headers['set-cookie'] ?? []
      const stored = tellsEnd ? cookies : cookies.filter(cookie => !cookie.startsWith('flagship_refreshing'))
      const sent = { ...answer.headers, ...(stored.length > 0 ? { 'set-cookie': stored } : {}) }
      if (stored.length === 0) delete sent['set-cookie']
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 502, sent)
        answer.pipe(response)
      }, slow)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }
  const server = createServer((request, response) => {
    if (request.url !== '/api/auth/refresh') return pass(request, response, 0)
    const token = getCookie(request, 'refresh_token')
    seen.refreshes += 1
    if (!spent.has(token)) {
      spent.add(token)
      return pass(request, response, Number(getCookie(request, 'slow')) || 0)
    }
    seen.reuses += 1
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end('{"detail":"Invalid refresh token"}')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const getMenu = (tab: Page) => tab.getByRole('button', { name: labels.ru.accountMenu })

/**
 * Opens three tabs, reloads one during a slow refresh and another right after it. Returns the tabs that were
 * signed out.
 */
async function reloadDuringRefresh(browser: Browser, baseURL: string, slow: number) {
  const context = await browser.newContext({ baseURL })
  const setSlow = (value: number) => context.addCookies([{ name: 'slow', value: `${value}`, url: baseURL }])
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()]
  const [first, second] = tabs as [Page, Page]
  await signInByApi(first, 'student')
  for (const tab of tabs) {
    await tab.goto('/legal')
    await expect(getMenu(tab)).toBeVisible()
  }
  await setSlow(slow)
  const refreshing = first.waitForRequest('**/api/auth/refresh')
  await first.reload({ waitUntil: 'commit' })
  await refreshing
  // F5 at a random moment.
  await first.waitForTimeout(slow * ((slow % 1000) / 1000) * 0.8)
  await setSlow(0)
  const begin = Date.now()
  await Promise.all([first, second].map(tab => tab.reload({ waitUntil: 'commit' })))
  for (const tab of tabs) await expect(getMenu(tab)).toBeVisible({ timeout: 30_000 })
  const waited = Date.now() - begin
  const signedOut = await first.evaluate(() => localStorage.getItem('token') === null)
  await context.close()
  return { signedOut, waited }
}

test('A17 F5 during refreshes of 0.5 to 14 s in three tabs never signs out, without a grace period', async ({
  browser,
  platform,
}) => {
  if (isFull) test.setTimeout(300_000)
  const server = await startStrictServer(platform.url, { tellsEnd: false })
  let signedOut = 0
  for (let from = 0; from < tries.length; from += atOnce) {
    const outcomes = tries
      .slice(from, from + atOnce)
      .map(slow => reloadDuringRefresh(browser, server.url, Math.round(slow)))
    for (const outcome of await Promise.all(outcomes)) signedOut += outcome.signedOut ? 1 : 0
  }
  server.close()
  expect({ signedOut, reuses: server.seen.reuses }).toEqual({ signedOut: 0, reuses: 0 })
})

test('A17 F5 during a quick refresh waits only for its response, behind our own server', async ({
  browser,
  platform,
}) => {
  const server = await startStrictServer(platform.url, { tellsEnd: true })
  const { signedOut, waited } = await reloadDuringRefresh(browser, server.url, 1500)
  server.close()
  expect({ signedOut, reuses: server.seen.reuses }).toEqual({ signedOut: false, reuses: 0 })
  expect(waited).toBeLessThan(8000)
})
