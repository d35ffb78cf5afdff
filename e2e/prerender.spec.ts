import { expect, type Page, type Route } from '@playwright/test'
import { recordLoads } from './browser'
import { type MessageId, t } from './messages'
import { layoutFindings } from './page-checks'
import { test } from './platform'
import { personaPassword, setLanguage, signInByApi } from './users'

const inBoth = (id: MessageId) => ({ ru: t('ru', id), en: t('en', id) })

const pages = [
  { path: '/login', ...inBoth('auth:login.title'), field: 'username' },
  { path: '/registration', ...inBoth('registration:title'), field: 'email' },
  { path: '/reset-password', ...inBoth('recovery:reset.title'), field: 'email' },
] as const

const frames = [
  { path: '/contacts', ...inBoth('common:page.contacts') },
  { path: '/legal', ...inBoth('common:page.legal') },
] as const

/** Holds back all scripts until released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/.*\.js$/, route => {
    if (!isHeld) return route.continue()
    held.push(route)
    return undefined
  })
  return async () => {
    isHeld = false
    for (const route of held) await route.continue()
  }
}

const isAlive = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(document.querySelector('main input, main h1') ?? {}).some(key => key.startsWith('__react')),
  )

for (const language of ['ru', 'en'] as const) {
  test(`login pages are rendered before any script, and are hydrated in place (${language})`, async ({
    page,
    context,
    platform,
    settle,
  }) => {
    await setLanguage(context, language, platform.url)
    for (const { path, field, ...names } of pages) {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: names[language] })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      await expect(page).toHaveTitle(new RegExp(`^${names[language]} · `))
      const input = page.locator(`input[name=${field}]`)
      await input.fill('someone@example.org')
      await input.evaluate((node: HTMLInputElement) => {
        node.focus()
        if (node.type !== 'email') node.setSelectionRange(3, 5)
        Object.assign(node, { isTheOne: true })
      })
      await release()
      await expect.poll(() => isAlive(page)).toBe(true)
      await settle(page)
      const after = await input.evaluate((node: HTMLInputElement & { isTheOne?: boolean }) => ({
        value: node.value,
        isTheOne: node.isTheOne,
        hasFocus: document.activeElement === node,
        caret: node.type === 'email' ? [3, 5] : [node.selectionStart, node.selectionEnd],
      }))
      expect(after).toEqual({
        value: 'someone@example.org',
        isTheOne: true,
        hasFocus: true,
        caret: [3, 5],
      })
      await page.unrouteAll()
    }
  })

  test(`the layout of other public pages is rendered before any script (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    for (const { path, ...names } of frames) {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: names[language] })).toBeVisible()
      await release()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: names[language] })).toHaveCount(1)
      await page.unrouteAll()
    }
  })
}

test('Enter before hydration keeps the typed text and submits once', async ({ page, platform }) => {
  const loads = recordLoads(page)
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('student')
  await page.locator('input[name=password]').fill(personaPassword)
  await page.keyboard.press('Enter')
  const password = () =>
    page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('input[name=password]')
      return { value: field?.value, hasFocus: field === document.activeElement }
    })
  expect(new URL(page.url()).search).toBe('')
  expect(await password()).toEqual({ value: personaPassword, hasFocus: true })
  expect(platform.countCalls('login')).toBe(0)
  await release()
  await expect(page).not.toHaveURL(/login/)
  expect(platform.countCalls('login')).toBe(1)
  expect(loads, 'the browser sends no form').toEqual([`${platform.url}/login`])
})

test('Enter before hydration submits nothing that was changed since', async ({ page, platform, settle }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('student')
  await page.locator('input[name=password]').fill('flagship')
  await page.keyboard.press('Enter')
  await page.keyboard.type('-demo')
  await release()
  await expect.poll(() => isAlive(page)).toBe(true)
  await settle(page)
  expect(platform.countCalls('login')).toBe(0)
  await expect(page.locator('input[name=password]')).toHaveValue(personaPassword)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
})

test('the frame of every other page stands before any script, in the chosen theme, and no wider than 360 px', async ({
  page,
  tripwires,
}) => {
  tripwires.allowConsole(/net::ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 640 })
  for (const theme of ['light', 'dark'] as const) {
    await page.goto('/legal')
    await page.evaluate(one => localStorage.setItem('theme', one), theme)
    for (const path of ['/groups', '/no/such/page', '/login', '/registration', '/reset-password']) {
      await page.route(/\/assets\/.*\.js$/, route => route.abort())
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('banner').getByText(t('ru', 'common:product'))).toBeVisible()
      const look = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      expect([path, look]).toEqual([path, theme])
      expect(await layoutFindings(page)).toEqual([])
      await page.unrouteAll()
    }
  }
})

for (const path of ['/login', '/login/'])
  test(`what is typed at ${path} stays where the first refresh gets no answer`, async ({
    page,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 503/)
    await signInByApi(page, 'student')
    await page.route('**/api/auth/refresh', route => route.fulfill({ status: 503, json: { detail: 'x' } }))
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const field = page.locator('input[name=password]')
    await field.fill(personaPassword)
    await release()
    await expect.poll(() => isAlive(page)).toBe(true)
    await expect(field).toHaveValue(personaPassword)
    await expect(field).toBeFocused()
  })

test('an invitation goes along by a link that is followed before the script', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/login?invite=FLAGSHIP-CUP', { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('ru', 'auth:login.register') }).click()
  await expect(page).toHaveURL('/registration?invite=FLAGSHIP-CUP')
  await release()
  await expect(page.getByText('Открытый чемпионат «Кубок Флагмана»')).toBeVisible()
})

test('the session runs before the packages, and the layout lists the code of the pages of members', async ({
  request,
}) => {
  const html = await (await request.get('/groups')).text()
  const scripts = [...html.matchAll(/<script type="module" crossorigin src="\/assets\/([a-z-]+)-/g)]
  const names = scripts.map(([, name]) => name)
  expect(names.indexOf('session')).toBeLessThan(names.indexOf('vendor'))
  expect(names).toEqual(expect.arrayContaining(['session', 'vendor', 'app']))
  const [, list = '{}'] = /id="page-modules">([^<]+)</.exec(html) ?? []
  const pages: Record<string, string[]> = JSON.parse(list)
  expect(Object.keys(pages)).toEqual([
    '/',
    '/groups',
    '/group/$groupId',
    '/group/$groupId/leaderboard',
    '/group/$groupId/task/$taskId',
  ])
  for (const file of Object.values(pages).flat()) expect((await request.get(file)).status(), file).toBe(200)
})

test('without JavaScript a page says so', async ({ request }) => {
  // The noscript text is hidden even when scripts are off in this browser.
  for (const path of ['/login', '/groups'])
    expect(await (await request.get(path)).text()).toMatch(/<noscript><p [^>]*>Платформе нужен JavaScript/)
})

test('where the server does not choose, the page changes its language once it answers', async ({
  page,
  context,
  platform,
}) => {
  await setLanguage(context, 'en', platform.url)
  // Like a server that ignores the cookie.
  await page.route(/\/login$/, async route => {
    const headers = { ...route.request().headers(), cookie: '' }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: t('ru', 'auth:login.title') })).toBeVisible()
  const input = page.locator('input[name=password]')
  await input.fill(personaPassword)
  await input.evaluate(node => Object.assign(node, { isTheOne: true }))
  await release()
  await expect(page.getByRole('heading', { level: 1, name: t('en', 'auth:login.title') })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await expect(input).toHaveValue(personaPassword)
  await expect(input).toBeFocused()
  expect(await input.evaluate(node => 'isTheOne' in node)).toBe(true)
})

test('an invitation in the address comes after the page that everybody gets', async ({ page, tripwires }) => {
  tripwires.allowConsole(/status of 404/)
  const release = await holdScripts(page)
  await page.goto('/login?invite=nosuchcode', { waitUntil: 'commit' })
  const input = page.locator('input[name=username]')
  await input.fill('student')
  await release()
  await expect(
    page.getByRole('main').getByRole('link', { name: t('ru', 'auth:login.register') }),
  ).toHaveAttribute('href', /invite=nosuchcode/)
  await expect(input).toHaveValue('student')
})
