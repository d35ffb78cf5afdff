import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startPreview } from '../scripts/preview'
import { labels } from './labels'
import { test } from './platform'
import type { Tripwires } from './tripwires'
import { signInByApi } from './users'

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
      // A page that is left ends the evaluation, and reports nothing.
      return new Promise(done =>
        document.addEventListener('securitypolicyviolation', () => done(false), { once: true }),
      )
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
  const preview = await startPreview({ apiUrl: platform.bankUrl, paymentOrigins: [bank.url] })
  site = preview.url
  tripwires.allowForeign(new RegExp(`^(${bank.url}|${site})/`))
  await page.goto(bank.url)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(labels.ru.orderOk)
  await expectBlocked(page, violations, ['/order/ok'])
  await preview.close()
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
