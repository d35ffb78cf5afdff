import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startPreview } from '../scripts/preview'
import { signIn } from './people'
import { test } from './platform'
import { screens } from './routes'
import type { Tripwires } from './tripwires'

/** What the browser says of a screen that is refused, as some of the walk are. */
const expectedFailures = /Failed to load resource: the server responded with a status of 4\d\d/

/** What a person opens further on a page is looked at by the journeys, under the same policy. */
const pathsOf = (persona: (typeof screens)[number]['persona']): Set<string> =>
  new Set(screens.filter(screen => screen.persona === persona).map(({ path }) => path))

test('H01 H08 every route of a visitor holds to the policy', async ({ page, tripwires }) => {
  tripwires.allowConsole(expectedFailures)
  for (const path of pathsOf(null)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(tripwires.violations()).toEqual([])
})

for (const persona of ['student', 'newcomer', 'candidate'] as const) {
  test(`H01 H08 every route of ${persona} holds to the policy`, async ({ page, tripwires }) => {
    tripwires.allowConsole(expectedFailures)
    await signIn(page, persona)
    for (const path of pathsOf(persona)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(tripwires.violations()).toEqual([])
  })
}

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

/** Each tries to run or reach something foreign from a script of the page, and gives true when it could. */
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
    'H06 a service worker',
    /worker-src|require-trusted-types-for/,
    () =>
      navigator.serviceWorker.register('/mockServiceWorker.js').then(
        () => true,
        () => false,
      ),
  ],
]

for (const [name, directive, attempt] of attacks) {
  test(`H02 refuses ${name}`, async ({ page, tripwires }) => {
    tripwires.allowViolation(directive)
    tripwires.allowConsole(/violates the following|Refused to|blocked by CSP|ERR_BLOCKED/)
    await page.goto('/contacts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const isThrough = await page.evaluate(attempt as () => Promise<boolean>).catch(() => false)
    expect(isThrough).toBe(false)
    await expect.poll(() => tripwires.violations().some(violation => directive.test(violation))).toBe(true)
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  })
}

const framed = ['/', '/login', '/group/1', '/order/ok'] as const
const accepted = 'Оплата принята, нажмите «Проверить оплату», чтобы продолжить'
/** What the browser writes to the console about words to a parent that is not ours. */
const strangeParent = /postMessage/

/** A real server of another origin, whose one page holds `site`'s pages in frames; the browser treats a made-up one apart. */
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

/** Asserts that each of the page's frames but those shows the browser's own error, for the reason that the policy gives. */
async function expectBlocked(page: Page, refusals: string[], but: readonly string[] = []): Promise<void> {
  const blocked = framed.filter(path => !but.includes(path))
  await expect.poll(() => refusals.length).toBe(blocked.length)
  for (const path of blocked) {
    const child = page.mainFrame().childFrames()[framed.indexOf(path)]
    await expect.poll(() => child?.url()).toMatch(/^chrome-error:/)
    expect(await child?.locator('body').innerText()).not.toMatch(/Флагман|Оплата|Войти|Главная/)
  }
}

/** What the browser refuses to frame, as it writes it to the console. */
function followRefusals(page: Page, tripwires: Tripwires): string[] {
  tripwires.allowConsole(/frame-ancestors/)
  const refusals: string[] = []
  page.on('console', message => {
    if (message.text().includes('frame-ancestors')) refusals.push(message.text())
  })
  return refusals
}

test('F04 a foreign page frames nothing of the site, whoever is signed in', async ({
  page,
  platform,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  await signIn(page, 'student')
  const foreign = await startFramingPage(() => platform.url)
  tripwires.allowForeign(new RegExp(`^${foreign.url}/`))
  await page.goto(foreign.url)
  await expectBlocked(page, refusals)
  foreign.close()
})

test('F04 a bank of the configuration frames the pages of payment outcome and nothing else', async ({
  page,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  tripwires.allowConsole(strangeParent)
  let site = ''
  const bank = await startFramingPage(() => site)
  const preview = await startPreview({ paymentOrigins: [bank.url], brotliQuality: 4 })
  site = preview.url
  tripwires.allowForeign(new RegExp(`^(${bank.url}|${preview.url})/`))
  await page.goto(bank.url)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(accepted)
  await expectBlocked(page, refusals, ['/order/ok'])
  await preview.close()
  bank.close()
})

test('F04 the site itself frames the pages of payment outcome and nothing else', async ({
  page,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(paths => {
    for (const src of paths) document.body.append(Object.assign(document.createElement('iframe'), { src }))
  }, framed)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(accepted)
  await expectBlocked(page, refusals, ['/order/ok'])
})

test('H03 every kind of answer of the site has its headers', async ({ request, page }) => {
  await page.goto('/login')
  const script = await page.locator('script[src]').first().getAttribute('src')
  for (const path of ['/login', script ?? '', '/assets/gone.js', '/no/such/page']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('camera=()')
  }
  expect((await request.get('/assets/gone.js')).status()).toBe(404)
})
