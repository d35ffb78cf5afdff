import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { startDevServer } from './dev-server'
import { installTripwires } from './tripwires'
import { words } from './words'

/**
 * What `npm start` gives a newcomer: the whole product on the simulated platform in the browser, with nothing else
 * to reach. The tripwires see every request to another host, so "no network" is checked and not assumed.
 */

// One after the other: two development servers at once would both write the cache of bundled packages.
test.describe.configure({ mode: 'default' })

const text = words.ru
let server: Awaited<ReturnType<typeof startDevServer>>
let address = ''

test.beforeAll(async () => {
  server = await startDevServer(5299)
  address = server.url
})

test.afterAll(() => server.close())

test('W05 the development server gives the product with its platform, for the site and for the bank, without a network', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const tripwires = await installTripwires(context, address)
  await context.route(
    url => url.host !== new URL(address).host,
    route => route.abort(),
  )
  // The first start bundles every package once.
  await page.goto(`${address}/?scenario=needPay`)
  await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/group\/5$/)
  // React's warnings stand in the console of this build alone.
  for (const path of ['/group/5', '/groups']) {
    await page.goto(address + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  }
  expect(tripwires.findings()).toEqual([])

  await page.goto(`${address}/mock-bank/order?attempt=2&return=${encodeURIComponent(address)}`)
  await expect(page.getByRole('button', { name: /^Оплатить/ })).toBeVisible({ timeout: 30_000 })
})

/** `API_URL=… npm start`: a backend that sets its cookie for its own domain, as one behind a real name does. */
test('the development server passes calls on to a real backend, with its cookies and without mocks', async () => {
  const asked: string[] = []
  const backend = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} for ${request.headers['x-forwarded-host']}`)
    response.setHeader('Set-Cookie', 'refresh_token=x; Domain=platform.example; Path=/api/auth; HttpOnly')
    response.end('{}')
  })
  await new Promise<void>(listening => backend.listen(0, '127.0.0.1', listening))
  const site = await startDevServer(5298, `http://127.0.0.1:${(backend.address() as AddressInfo).port}`)
  try {
    const answer = await fetch(`${site.url}/api/auth/refresh`, { method: 'POST' })
    expect(await answer.text()).toBe('{}')
    // A browser at this address would refuse a cookie of another domain, and the session with it.
    expect(answer.headers.getSetCookie()).toEqual(['refresh_token=x; Path=/api/auth; HttpOnly'])
    await fetch(`${site.url}/files/1/notes.txt`)
    await fetch(`${site.url}/mock-bank/bank.css`)
    const { host } = new URL(site.url)
    expect(asked).toEqual([
      `POST /api/auth/refresh for ${host}`,
      `GET /files/1/notes.txt for ${host}`,
      `GET /mock-bank/bank.css for ${host}`,
    ])
    expect(await (await fetch(`${site.url}/src/main.tsx`)).text()).toContain('"VITE_MOCKS": "off"')
  } finally {
    await site.close()
    backend.close()
  }
})
