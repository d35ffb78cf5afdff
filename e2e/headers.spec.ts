import { expect } from '@playwright/test'
import { test } from './platform'

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

test('H03 every kind of response of the site has its headers', async ({ request, page }) => {
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
