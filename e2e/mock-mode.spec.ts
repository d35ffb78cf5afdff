import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from '@playwright/test'
import { labels } from './labels'
import { matching } from './messages'
import { test as base } from './platform'

/** Starts the development server like `npm start`; `apiUrl` is `API_URL`. Rejects when it exits early. */
async function startDevServer(
  port: number,
  apiUrl?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const { API_URL: _, ...environment } = process.env
  const server = spawn(process.execPath, [vite, '--port', String(port)], {
    env: { ...environment, ...(apiUrl !== undefined && { API_URL: apiUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    let printed = ''
    server.stdout.on('data', chunk => {
      printed += stripVTControlCharacters(String(chunk))
      const local = /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
      if (local !== undefined) found(local)
    })
    server.once('exit', () => failed(new Error(`The development server ended:\n${printed}`)))
  })
  return {
    url,
    close: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

/**
 * `npm start`: the whole product on the simulated platform in the browser. The tripwires record requests to other
 * hosts.
 */

// Serial: two development servers at once would both write the dependency cache.
base.describe.configure({ mode: 'default' })

const port = 5299

/** A test with a development server on the simulated platform. */
const test = base.extend<{ address: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
  address: async ({}, use) => {
    const { url, close } = await startDevServer(port)
    await use(url)
    await close()
  },
  baseURL: `http://localhost:${port}`,
})

test('W05 the development server runs the product with its platform and bank, without a network', async ({
  page,
  context,
  address,
  tripwires,
}) => {
  test.setTimeout(120_000)
  // Until the bank's page has its worker.
  tripwires.allowConsole(/status of 503 .*\/mock-bank\//)
  await context.route(
    url => url.host !== new URL(address).host,
    route => route.abort(),
  )
  // The first start bundles the dependencies.
  await page.goto(`${address}/?scenario=needPay`)
  await expect(page.getByRole('button', { name: labels.ru.accountMenu })).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/group\/5$/)
  // Only this build has React's warnings.
  await page.getByRole('banner').getByRole('link', { name: labels.ru.myEducation }).click()
  await expect(page.getByRole('heading', { level: 1, name: labels.ru.myGroups })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await page.goto(`${address}/mock-bank/order?attempt=2&return=${encodeURIComponent(address)}`)
  await expect(page.getByRole('button', { name: matching('ru', 'payment:pay') })).toBeVisible({
    timeout: 30_000,
  })
})

/** `API_URL=… npm start`: the backend sets its cookie for its own domain. */
test('the development server proxies calls and cookies to a real backend, without mocks', async () => {
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
    // A browser would reject a cookie of another domain.
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
