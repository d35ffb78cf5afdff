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

test('W05 the product runs on the simulated platform with the network cut, and survives a hard reload', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const tripwires = await installTripwires(context, address)
  await context.route(
    url => url.host !== new URL(address).host,
    route => route.abort(),
  )
  await page.goto(`${address}/group/1/task/101`)
  const student = page.getByRole('listitem').filter({ hasText: 'student' })
  // The first start bundles every package once.
  await student.getByRole('button').click({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/group\/1\/task\/101$/)

  const field = page.getByRole('textbox', { name: text.flag })
  await field.fill('flag{not_this_one}')
  await field.press('Enter')
  await expect(page.getByText(text.wrongFlag).first()).toBeVisible()

  // A hard reload goes past every cache; the worker has to answer again, and the person is still signed in.
  await page.reload()
  await expect(field).toBeVisible({ timeout: 30_000 })
  const second = await context.newPage()
  await second.goto(`${address}/groups`)
  await expect(second.getByRole('button', { name: text.accountMenu })).toBeVisible({ timeout: 30_000 })
  expect(tripwires.findings()).toEqual([])
})

/** What the page offers its developer's console, as far as this file uses it. */
interface Console {
  flagshipMock?: {
    reset(options: { scenario: string }): Promise<void>
    dropTerminals(): void
    change<Result>(work: (world: BankWorld) => Result): Promise<Result>
  }
}
interface BankWorld {
  clock: { advance(milliseconds: number): void }
  tables: { attempts: { get(id: number): { orders?: { outcome: string }[] } | undefined } }
}

/** Signs in and opens the terminal of task 104 in the page; `told` and `codes` gather what comes. */
const openTerminal = async () => {
  const body = JSON.stringify({ username: 'student', password: 'flagship-demo' })
  const json = { 'content-type': 'application/json' }
  const login = await (await fetch('/api/auth/login', { method: 'POST', headers: json, body })).json()
  const headers = { authorization: `Bearer ${login.access_token}` }
  const { url } = await (await fetch('/api/groups/1/tasks/104/webssh', { headers })).json()
  const talk = { url, headers, told: '', codes: [] as number[], say: (_: string) => {} }
  const connect = () => {
    const socket = new WebSocket(url)
    socket.addEventListener('message', ({ data }) => {
      talk.told += data
    })
    socket.addEventListener('close', ({ code }) => {
      talk.codes.push(code)
      if (code === 1006) connect()
    })
    talk.say = text => socket.send(text)
  }
  connect()
  Object.assign(globalThis, { talk })
}
type Talking = { talk: { headers: HeadersInit; told: string; codes: number[]; say(text: string): void } }

test('the terminal in the browser greets, answers, is taken up after a cut, and ends with its lab in every tab', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(`${address}/login`)
    await tab.waitForFunction(() => (globalThis as Console).flagshipMock, null, { timeout: 60_000 })
  }
  await page.evaluate(() => (globalThis as Console).flagshipMock?.reset({ scenario: 'labRunning' }))
  const told = (tab: typeof page) => tab.evaluate(() => (globalThis as unknown as Talking).talk.told)
  const codes = (tab: typeof page) => tab.evaluate(() => (globalThis as unknown as Talking).talk.codes)
  for (const tab of [page, second]) {
    await tab.evaluate(openTerminal)
    await expect.poll(() => told(tab)).toContain('$')
  }
  await page.evaluate(() => (globalThis as Console).flagshipMock?.dropTerminals())
  await expect.poll(() => codes(page)).toEqual([1006])
  await page.evaluate(() => (globalThis as unknown as Talking).talk.say('echo once"" more\r'))
  await expect.poll(() => told(page)).toContain('once more')
  await second.evaluate(() => {
    const { headers } = (globalThis as unknown as Talking).talk
    return fetch('/api/undeploy?task_id=104&group_id=1', { method: 'POST', headers }).then(() => {})
  })
  await expect.poll(() => codes(page)).toEqual([1006, 1000])
  await expect.poll(() => codes(second)).toEqual([1000])
  expect(await told(page)).toContain('больше не работает')
})

test('the bank of the simulated platform is paid at in a frame of the page and in a tab of its own', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.goto(`${address}/login`)
  await page.waitForFunction(() => (globalThis as Console).flagshipMock, null, { timeout: 60_000 })
  await page.evaluate(() => (globalThis as Console).flagshipMock?.reset({ scenario: 'needPay' }))
  const order = `${address}/mock-bank/order?attempt=2&return=${encodeURIComponent(address)}`
  await page.evaluate(
    src => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    order,
  )
  await page.frameLocator('iframe').getByRole('button', { name: 'Отклонить платёж' }).click()
  await expect.poll(() => page.frames().map(frame => frame.url())).toContain(`${address}/order/fail`)

  await page.evaluate(() =>
    (globalThis as Console).flagshipMock?.change(world => world.clock.advance(20_000)),
  )
  const tab = await context.newPage()
  await tab.goto(order)
  await expect(tab.getByRole('status')).toContainText('отклонён', { timeout: 60_000 })
  await tab.getByRole('button', { name: /^Оплатить/ }).click()
  await tab.waitForURL(url => !url.pathname.startsWith('/mock-bank/'))
  const outcomes = () =>
    (globalThis as Console).flagshipMock?.change(world =>
      world.tables.attempts.get(2)?.orders?.map(({ outcome }) => outcome),
    )
  expect(await page.evaluate(outcomes)).toEqual(['rejected', 'payed'])
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
