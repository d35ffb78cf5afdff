import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startNginx } from '../scripts/start-nginx'
import { labels } from './labels'
import { test } from './platform'
import type { Tripwires } from './tripwires'
import { personaPassword, signInByApi } from './users'

test('H02 an inline script in the document does not run', async ({ page, tripwires }) => {
  tripwires.allowViolation(/^script-src-elem inline/)
  await page.route('**/login', async route => {
    const response = await route.fetch()
    const html = (await response.text()).replace('</body>', '<script>window.injected = true</script></body>')
    await route.fulfill({ response, body: html })
  })
  await page.goto('/login')
  await expect.poll(() => tripwires.violations().length).toBeGreaterThan(0)
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
})

/** Each tries to run or load something forbidden and returns true on success. */
const attacks: [name: string, directive: RegExp, attempt: () => boolean | Promise<boolean>][] = [
  [
    'markup with a handler',
    /require-trusted-types-for/,
    () => {
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.injected = true">')
      return true
    },
  ],
  [
    'a script of its own text',
    /require-trusted-types-for/,
    () => {
      document.head.append(
        Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }),
      )
      return 'injected' in window
    },
  ],
  [
    'a timer with code',
    /require-trusted-types-for|script-src/,
    () => Boolean(setTimeout('window.injected = true' as never)),
  ],
  [
    'a call to another host',
    /connect-src/,
    () =>
      fetch('https://other.example/').then(
        () => true,
        () => false,
      ),
  ],
  [
    'a picture of another host',
    /img-src/,
    () =>
      new Promise(done => {
        const image = new Image()
        image.onload = () => done(true)
        image.onerror = () => done(false)
        image.src = 'https://other.example/x.png'
      }),
  ],
  [
    'a frame of another host',
    /frame-src/,
    () =>
      new Promise(done => {
        const frame = document.createElement('iframe')
        frame.src = 'https://other.example/'
        frame.onload = () => done(frame.contentDocument !== null)
        document.body.append(frame)
      }),
  ],
  [
    'a form',
    /form-action/,
    () => {
      const form = Object.assign(document.createElement('form'), { action: '/groups' })
      document.body.append(form)
      form.submit()
      return new Promise(done => setTimeout(() => done(location.pathname === '/groups'), 300))
    },
  ],
  [
    'another base address',
    /base-uri/,
    () => {
      document.head.append(Object.assign(document.createElement('base'), { href: 'https://other.example/' }))
      return document.baseURI.startsWith('https://other')
    },
  ],
  [
    'a service worker',
    /worker-src|require-trusted-types-for/,
    () =>
      navigator.serviceWorker.register('/mockServiceWorker.js').then(
        () => true,
        () => false,
      ),
  ],
]

test('H02 H06 everything that the policy forbids is blocked and reported', async ({ page, tripwires }) => {
  tripwires.allowViolation(/./)
  tripwires.allowConsole(/violates the following|Refused to|blocked by CSP|ERR_BLOCKED/)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [name, directive, attempt] of attacks) {
    const before = tripwires.violations().length
    const isThrough = await page.evaluate(attempt as () => Promise<boolean>).catch(() => false)
    expect(isThrough, name).toBe(false)
    const reported = () => tripwires.violations().slice(before).join()
    await expect.poll(reported, name).toMatch(directive)
    expect(await page.evaluate(() => 'injected' in window), name).toBe(false)
  }
  expect(new URL(page.url()).pathname).toBe('/contacts')
})

/** Paths that a foreign page tries to frame. */
const framed = ['/', '/login', '/group/1', '/order/ok'] as const

/** A server of another origin whose page frames the site; the browser treats an intercepted one differently. */
async function startFramingPage(site: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    const frames = framed.map(path => `<iframe src="${site()}${path}"></iframe>`).join('')
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Frames</title>${frames}`)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** Expects the browser's error page, caused by the policy, in each frame except those listed. */
async function expectBlocked(page: Page, violations: string[], but: readonly string[] = []): Promise<void> {
  const blocked = framed.filter(path => !but.includes(path))
  await expect.poll(() => violations.length).toBe(blocked.length)
  for (const path of blocked) {
    const child = page.mainFrame().childFrames()[framed.indexOf(path)]
    await expect.poll(() => child?.url()).toMatch(/^chrome-error:/)
    expect(await child?.locator('body').innerText()).not.toMatch(/Флагман|Оплата|Войти|Главная/)
  }
}

/** Console messages about blocked frames. */
function recordCspErrors(page: Page, tripwires: Tripwires): string[] {
  tripwires.allowConsole(/frame-ancestors/)
  const violations: string[] = []
  page.on('console', message => {
    if (message.text().includes('frame-ancestors')) violations.push(message.text())
  })
  return violations
}

test('F04 a foreign page cannot frame the site', async ({ page, platform, tripwires }) => {
  const violations = recordCspErrors(page, tripwires)
  await signInByApi(page, 'student')
  const foreign = await startFramingPage(() => platform.url)
  tripwires.allowForeign(new RegExp(`^${foreign.url}/`))
  await page.goto(foreign.url)
  await expectBlocked(page, violations)
  foreign.close()
})

test('F04 a configured bank can frame only the payment result pages', async ({
  page,
  platform,
  tripwires,
}) => {
  const violations = recordCspErrors(page, tripwires)
  // The console message about postMessage to a foreign parent.
  tripwires.allowConsole(/postMessage/)
  let site = ''
  const bank = await startFramingPage(() => site)
  const nginx = await startNginx({ apiUrl: platform.bankUrl, paymentOrigins: [bank.url] })
  site = nginx.url
  tripwires.allowForeign(new RegExp(`^(${bank.url}|${nginx.url})/`))
  await page.goto(bank.url)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(labels.ru.orderOk)
  await expectBlocked(page, violations, ['/order/ok'])
  await nginx.close()
  bank.close()
})

test('F04 the site itself can frame only the payment result pages', async ({ page, tripwires }) => {
  const violations = recordCspErrors(page, tripwires)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(paths => {
    for (const src of paths) document.body.append(Object.assign(document.createElement('iframe'), { src }))
  }, framed)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(labels.ru.orderOk)
  await expectBlocked(page, violations, ['/order/ok'])
})

test('U05 a file that is too large is rejected by the API, and by nginx in a way that the page can read', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 413/)
  await signInByApi(page, 'student')
  await page.goto('/contacts')
  const login = await page.request.post('/api/auth/login', {
    data: { username: 'student', password: personaPassword },
  })
  const { access_token: token } = await login.json()
  const send = (bytes: number, path = '/api/feedback') =>
    page.evaluate(
      async ([size, bearer, address]) => {
        const body = new FormData()
        body.set('text', 'A report')
        body.set('files', new File([new Uint8Array(size)], 'report.pdf', { type: 'application/pdf' }))
        const headers = { Authorization: `Bearer ${bearer}` }
        const answer = await fetch(address, { method: 'POST', body, headers })
        const isJson = answer.headers.get('content-type')?.includes('json') ?? false
        return { status: answer.status, isJson }
      },
      [bytes, token as string, path] as const,
    )
  const limit = 5 * 1024 * 1024
  expect((await send(limit)).status).toBe(204)
  expect(platform.feedback()).toHaveLength(1)
  expect(await send(limit + 1)).toEqual({ status: 413, isJson: true })
  expect(await send(2 * limit)).toEqual({ status: 413, isJson: false })
  // Some frameworks redirect to the path with a trailing slash.
  expect((await send(limit, '/api/feedback/')).status).toBe(204)
})
