import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { untilIdle } from './browser'
import { labels } from './labels'
import { isFull, test } from './platform'
import { signInByApi } from './users'

/** How long a client waits for the answer to a refresh. */
const CLIENT_WAIT_MS = 15_000
/** 30 refreshes of 0.5 to 13 s with `--full`; otherwise the ends and the middle. */
const tries = Array.from({ length: isFull ? 30 : 3 }, (_, at) => 500 + (at * 12_500) / (isFull ? 29 : 2))
/** Parallel contexts of three tabs each. */
const atOnce = 15

/**
 * A proxy that accepts each refresh token once, without a grace period: reuse ends the session. The answer to a
 * refresh with the cookie `held` waits for `answer`; the token is used up at once.
 *
 * @param tellsEnd whether it takes the client's mark away with the answer, as `deploy/nginx` does
 */
async function startStrictServer(siteUrl: string, { tellsEnd }: { tellsEnd: boolean }) {
  const site = new URL(siteUrl)
  const spent = new Set<string>()
  const seen = { refreshes: 0, reuses: 0 }
  const held = new Map<string, () => void>()
  const answered = new Set<string>()
  const getCookie = ({ headers }: IncomingMessage, name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''
  const pass = (request: IncomingMessage, response: ServerResponse, key = '') => {
    const { method, url, headers } = request
    const options = { host: site.hostname, port: site.port, method, path: url, headers, agent: false }
    const upstream = sendHttp(options, answer => {
      const cookies = answer.headers['set-cookie'] ?? []
      const stored = tellsEnd ? cookies : cookies.filter(cookie => !cookie.startsWith('flagship_refreshing'))
      const sent = { ...answer.headers, ...(stored.length > 0 ? { 'set-cookie': stored } : {}) }
      if (stored.length === 0) delete sent['set-cookie']
      const send = () => {
        response.writeHead(answer.statusCode ?? 502, sent)
        answer.pipe(response)
      }
      if (key === '' || answered.has(key)) send()
      else held.set(key, send)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }
  const server = createServer((request, response) => {
    if (request.url !== '/api/auth/refresh') return pass(request, response)
    const token = getCookie(request, 'refresh_token')
    seen.refreshes += 1
    if (!spent.has(token)) {
      spent.add(token)
      return pass(request, response, getCookie(request, 'held'))
    }
    seen.reuses += 1
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end('{"detail":"Invalid refresh token"}')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: (key: string) => {
      answered.add(key)
      held.get(key)?.()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const getMenu = (tab: Page) => tab.getByRole('button', { name: labels.ru.accountMenu })

/** The refresh token of a context, which only its cookie has. */
const readToken = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'refresh_token')?.value

/**
 * Opens three tabs, reloads one during a slow refresh and another right after it. The pages' time stands still, except
 * where this lets it pass: a busy machine changes nothing.
 *
 * @param slow how many milliseconds the refresh takes
 * @param isEndSeen whether the clients see the answer come in; otherwise they wait as long as it could take
 */
async function reloadDuringRefresh(
  browser: Browser,
  server: Awaited<ReturnType<typeof startStrictServer>>,
  slow: number,
  isEndSeen: boolean,
) {
  const context = await browser.newContext({ baseURL: server.url })
  const key = `${slow}`
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()]
  const [first, second] = tabs as [Page, Page]
  await signInByApi(first, 'student')
  for (const tab of tabs) {
    await tab.goto('/legal')
    await expect(getMenu(tab)).toBeVisible()
  }
  const startedAt = Date.now()
  const passTo = (age: number) => context.clock.setFixedTime(startedAt + age)
  await passTo(0)
  await context.addCookies([{ name: 'held', value: key, url: server.url }])
  const token = await readToken(context)
  const refreshing = first.waitForRequest('**/api/auth/refresh')
  await first.reload({ waitUntil: 'commit' })
  await refreshing
  await context.clearCookies({ name: 'held' })
  // F5 at a random moment.
  await passTo(slow * ((slow % 1000) / 1000) * 0.8)
  // A long refresh is answered when the next page is there and waits, a short one while it loads.
  const isLong = slow > 5000
  const reloads = [first, second].map(async tab => {
    await tab.reload({ waitUntil: isLong ? 'load' : 'commit' })
    if (isLong) await untilIdle(tab.mainFrame())
  })
  if (isLong) await Promise.all(reloads)
  await passTo(slow)
  server.answer(key)
  await Promise.all(reloads)
  await expect.poll(() => readToken(context), 'the answer has arrived').not.toBe(token)
  if (!isEndSeen) await passTo(CLIENT_WAIT_MS)
  for (const tab of tabs) await expect(getMenu(tab), `after a refresh of ${slow} ms`).toBeVisible()
  const isSignedOut = await first.evaluate(() => localStorage.getItem('token') === null)
  await context.close()
  return isSignedOut
}

test('A17 F5 during refreshes of 0.5 to 13 s in three tabs never signs out, without a grace period', async ({
  browser,
  platform,
}) => {
  const server = await startStrictServer(platform.url, { tellsEnd: false })
  let signedOut = 0
  for (let from = 0; from < tries.length; from += atOnce) {
    const outcomes = tries
      .slice(from, from + atOnce)
      .map(slow => reloadDuringRefresh(browser, server, Math.round(slow), false))
    signedOut += (await Promise.all(outcomes)).filter(Boolean).length
  }
  server.close()
  expect({ signedOut, reuses: server.seen.reuses }).toEqual({ signedOut: 0, reuses: 0 })
})

test('A17 F5 during a quick refresh waits only for its response, behind our own server', async ({
  browser,
  platform,
}) => {
  const server = await startStrictServer(platform.url, { tellsEnd: true })
  const isSignedOut = await reloadDuringRefresh(browser, server, 1500, true)
  server.close()
  expect({ isSignedOut, reuses: server.seen.reuses }).toEqual({ isSignedOut: false, reuses: 0 })
})
