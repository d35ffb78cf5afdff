import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { storageRegistry } from '../src/lib/storage'
import { getHistory, pressOn, recordCalls, tabTo } from './browser'
import { labels } from './labels'
import { matching, t } from './messages'
import { type Platform, test } from './platform'
import { getHere } from './screen'
import { shareProfile } from './screens'
import { fillLogin, logOut, openMenu, personaPassword, signIn, signInByApi, withVisitor } from './users'

const text = labels.ru
/** The student, whom a shared profile names. */
const owner = { names: ['Александра', 'Воробьёва'], email: 'alexandra.vorobyova@student.example' }

/** Everything that the browser keeps for the site. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const bodies: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        bodies.push((await (await cache.match(request))?.text()) ?? '')
    }
    const databases = await indexedDB.databases()
    return JSON.stringify([localStorage, sessionStorage, history.state, databases, document.cookie, bodies])
  })

const typed = { flag: 'flag{marked_5f1c9a}', newPassword: 'marked-gora-reka-41' }
const resetToken = 'reset-demo-token'
/** The invite of a group that the student has not joined. */
const inviteCode = 'EXAM-ANALYST'

/** Paths that contain a secret by design. */
const prescribed = [
  /^\/new-password\?token=/,
  /^\/profile\/[^?]+$/,
  /^\/api\/user\/profile\/by_shared_link\/[^?]+$/,
  /^\/invite\/[^?]+$/,
  /^\/api\/auth\/invite\/[^?]+$/,
]

test('V01 tokens, passwords, flags and secret links stay where they belong', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 4\d\d/)
  const seen: { where: string; what: string }[] = []
  const addresses: string[] = []
  const [rightFlag = ''] = platform.getFlags('student', 1, 101)
  const secrets = new Set([personaPassword, ...Object.values(typed), rightFlag, resetToken, inviteCode])
  expect(rightFlag.length).toBeGreaterThan(8)
  context.on('request', request => {
    const { pathname, search } = new URL(request.url())
    addresses.push(`${pathname}${search}`)
    seen.push({ where: 'Referer', what: request.headers().referer ?? '' })
  })
  context.on('console', message => seen.push({ where: 'console', what: message.text() }))
  page.on('response', async response => {
    if (!/\/api\/auth\/(login|refresh)$/.test(response.url()) || !response.ok()) return
    const { access_token, refresh_token } = await response.json()
    for (const token of [access_token, refresh_token]) secrets.add(String(token))
  })
  /** The storage of the page at this point. */
  const lookAround = async () => {
    const stored = await page.evaluate(async () => ({
      title: document.title,
      state: JSON.stringify(history.state),
      // Unsent text is stored for its tab on purpose.
      session: JSON.stringify(
        Object.entries(sessionStorage).filter(([key]) => !key.startsWith('flagship.draft.')),
      ),
      databases: JSON.stringify(await indexedDB.databases()),
      local: Object.entries(localStorage),
    }))
    expect(stored.local.map(([key]) => key).filter(key => !Object.hasOwn(storageRegistry, key))).toEqual([])
    for (const where of ['title', 'state', 'session', 'databases'] as const)
      seen.push({ where, what: stored[where] })
    for (const [key, value] of stored.local) if (key !== 'token') seen.push({ where: key, what: value })
    for (const entry of await getHistory(page))
      if (!/\/(?:profile|invite)\/[^?]+$/.test(entry)) seen.push({ where: 'history', what: entry })
  }

  await page.goto(`/invite/${inviteCode}`)
  await expect(page.getByRole('heading', { level: 2, name: t('ru', 'invite:guest.title') })).toBeVisible()
  await lookAround()

  await page.goto('/login')
  await fillLogin(page, 'student')
  const menuButton = page.getByRole('button', { name: text.accountMenu })
  await expect(menuButton).toBeVisible()
  await page.goto('/group/1/task/101')
  for (const [flag, verdict] of [
    [typed.flag, text.wrongFlag],
    [rightFlag, text.rightFlag],
  ] as const) {
    await page.getByRole('textbox', { name: text.flag, exact: true }).fill(flag)
    await page.keyboard.press('Enter')
    await expect(page.getByText(verdict).first()).toBeVisible()
    await lookAround()
  }
  await menuButton.click()
  const vpn = page.getByRole('button', { name: text.vpn })
  const [download] = await Promise.all([page.waitForEvent('download'), vpn.click()])
  const [key = ''] = /^[0-9a-f]{64}$/m.exec(await readFile(await download.path(), 'utf8')) ?? []
  expect(key).not.toBe('')
  secrets.add(key)
  await lookAround()

  await page.goto('/competencies')
  const address = await shareProfile(getHere(page, platform, 'ru'))
  const link = address.split('/').at(-1) ?? ''
  expect(link.length).toBeGreaterThan(8)
  secrets.add(link)
  await lookAround()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/')
  await logOut(page)

  await page.goto(`/new-password?token=${resetToken}`)
  await page.getByRole('textbox', { name: text.newPassword, exact: true }).fill(typed.newPassword)
  await page.getByRole('textbox', { name: text.newPasswordAgain }).fill(typed.newPassword)
  await page.getByRole('button', { name: text.savePassword }).click()
  await expect(page.getByRole('heading', { name: t('ru', 'recovery:set.title') })).toBeVisible()
  await lookAround()

  // Seven known secrets, an access token and a refresh token.
  expect(secrets.size).toBeGreaterThanOrEqual(10)
  const isSecret = (what: string) =>
    [...secrets].some(secret => what.includes(secret) || what.includes(encodeURIComponent(secret)))
  expect(addresses.filter(one => isSecret(one) && !prescribed.some(form => form.test(one)))).toEqual([])
  expect(addresses.filter(isSecret).length, 'what is prescribed was met').toBeGreaterThan(1)
  expect(seen.filter(({ what }) => isSecret(what))).toEqual([])
})

test('S06 only registered keys are stored, and never the access token', async ({ page, platform }) => {
  await signInByApi(page, 'student')
  await page.goto('/group/1/task/101')
  await page.getByRole('button', { name: text.themeMenu }).click()
  await page.getByRole('menuitemradio', { name: text.dark }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: text.feedback }).click()
  await page.getByRole('textbox', { name: text.feedbackMessage }).fill('Черновик')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('button', { name: text.shortcuts }).click()
  await page.getByRole('checkbox', { name: t('ru', 'shortcuts:switch.label') }).uncheck()
  await page.keyboard.press('Escape')

  // Each of them is in the registry of src/lib/storage. Fonts are noted when they have loaded.
  await page.waitForFunction(() => localStorage.getItem('flagship.fonts'))
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.toSorted()).toEqual(
    [
      'FeedBack',
      'flagship.fonts',
      'flagship.lastTask',
      'flagship.shortcuts',
      'flagship.user',
      'theme',
      'token',
    ].toSorted(),
  )
  const bearers = platform.journal().flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? [])
  expect(bearers.length).toBeGreaterThan(0)
  const stored = `${JSON.stringify(await page.context().cookies())} ${await readStorage(page)}`
  expect(bearers.filter(token => stored.includes(token))).toEqual([])
})

/** A shared profile by its link; members see the usual header. */
async function expectSharedView(page: Page, isMember: boolean): Promise<void> {
  const name = new RegExp(owner.names.join(' '))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: text.competencyList })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: text.accountMenu })).toHaveCount(isMember ? 1 : 0)
  await expect(page.getByRole('region', { name: text.sharing })).toHaveCount(0)
}

test('A11Y-05 V04 a profile is shared by the keyboard, read by a visitor and hidden again, and a logout removes its data', async ({
  page,
  context,
  browser,
  platform,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, 'student')
  await page.goto('/competencies')
  const panel = page.getByRole('region', { name: text.sharing })
  await pressOn(page, panel.getByRole('button', { name: text.shareProfile }))
  const field = panel.getByRole('textbox', { name: text.shareLink })
  // The pressed button is gone: the focus moves to the result.
  await expect(field).toBeFocused()
  await pressOn(page, panel.getByRole('button', { name: t('ru', 'sharing:link.copy') }))
  await expect(panel.getByRole('button', { name: t('ru', 'sharing:link.copied') })).toBeFocused()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(field).toHaveValue(address)
  expect(address).toMatch(new RegExp(`^${platform.url}/profile/[\\w-]{16,}$`))
  const token = address.split('/').at(-1) ?? ''

  const [preview] = await Promise.all([
    context.waitForEvent('page'),
    pressOn(page, panel.getByRole('link', { name: /./ })),
  ])
  await expect(preview).toHaveURL(address)
  await expectSharedView(preview, true)
  expect(await preview.evaluate(() => window.opener)).toBeNull()
  await preview.close()

  await withVisitor(browser, platform, async visitor => {
    const calls = recordCalls(visitor)
    const answer = await visitor.goto(address)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expectSharedView(visitor, false)
    const links = visitor.getByRole('banner').getByRole('link')
    expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
      '/',
      '/login',
    ])
    expect(await visitor.title()).not.toContain(token)
    expect(await visitor.content()).not.toContain(owner.email)
    await visitor.waitForLoadState('networkidle')
    const path = `/api/user/profile/by_shared_link/${token}`
    expect(calls.map(call => new URL(call.url()).pathname)).toEqual([path])
    expect(calls[0]?.headers().authorization).toBeUndefined()

    await pressOn(page, panel.getByRole('button', { name: text.hideProfile }))
    const question = page.getByRole('alertdialog', { name: t('ru', 'sharing:hide.title') })
    await expect(question.getByRole('button', { name: t('ru', 'sharing:hide.cancel') })).toBeFocused()
    await pressOn(page, question.getByRole('button', { name: text.hideProfile }))
    await expect(panel.getByRole('button', { name: text.shareProfile })).toBeFocused()
    expect([platform.countCalls('shareProfile'), platform.countCalls('hideProfile')]).toEqual([1, 1])
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: t('ru', 'sharing:dead.title') })).toBeVisible()
    expect(await visitor.content()).not.toMatch(new RegExp(owner.names.join('|')))
  })

  await logOut(page)
  const secrets = [token, owner.email, ...owner.names]
  const left = async () => {
    const fields = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value).join(' '),
    )
    const all = `${await page.content()} ${fields} ${await readStorage(page)}`
    return secrets.filter(secret => all.includes(secret))
  }
  await expect.poll(left).toEqual([])
  await page.goto('/competencies')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(left, 'after a try to come back').toEqual([])
})

/** A single-use code. */
const callback = '/callback?code=lms-demo-code.journey'

async function expectHome(page: Page, platform: Platform): Promise<void> {
  await expect(page).toHaveURL(`${platform.url}/`)
  await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
}

test('A26 V02 an LMS code signs in and is used once, also after reload and Back', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  // The LMS of the sample configuration: a page with the link back, which carries the code.
  tripwires.allowForeign(/^https:\/\/lms\.sample\.example\//)
  const body = `<title>LMS</title><a href="${platform.url}${callback}">Flagship</a>`
  await context.route('https://lms.sample.example/**', route =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  await page.goto('/login')
  await pressOn(page, page.getByRole('link', { name: matching('ru', 'auth:lms.enter') }))
  await expect(page).toHaveTitle('LMS')
  await pressOn(page, page.getByRole('link', { name: 'Flagship' }))
  await expectHome(page, platform)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(platform.countCalls('completeLmsLogin')).toBe(1)

  await page.reload()
  await expectHome(page, platform)
  const addresses = await getHistory(page)
  expect(addresses.at(-1)).toBe(`${platform.url}/`)
  expect(addresses.filter(address => address.includes('lms-demo-code'))).toEqual([])
  // Back to the LMS and forward again: neither sends the code.
  await page.goBack()
  await page.goForward()
  await expectHome(page, platform)
  expect(platform.countCalls('completeLmsLogin')).toBe(1)
})

test('D05 D07 the VPN configuration is saved once after an expired token, and nothing of it is in a URL, the console or storage', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/Failed to load resource/)
  const seen: string[] = []
  context.on('console', message => seen.push(message.text()))
  context.on('request', request => seen.push(request.url(), request.postData() ?? ''))
  await signIn(page, 'student')
  const saved: string[] = []
  page.on('download', download => saved.push(download.suggestedFilename()))
  const menu = await openMenu(page, 'ru')
  const button = menu.getByRole('button', { name: text.vpn })
  await tabTo(page, button)
  // Makes this call the one that meets the expired token.
  await page.waitForLoadState('networkidle')
  platform.advanceClock(10 * 60_000)
  platform.clearJournal()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await expect(button).toBeFocused()
  // Another call may still be in flight and refresh the token for both.
  const calls = platform.journal()
  expect(calls.map(({ status }) => status)).toContain(401)
  expect(
    calls.filter(({ operationId, status }) => operationId === 'getVpnConfig' && status === 200),
  ).toHaveLength(1)
  const content = await readFile(await download.path(), 'utf8')
  expect(content).toContain('remote vpn.flagship.example 1194')
  const secret = 'BEGIN OpenVPN Static key'
  expect(content).toContain(secret)
  const key = /-----\n([0-9a-f]{64})\n/.exec(content)?.[1] ?? ''
  expect(key).toHaveLength(64)
  seen.push(download.url(), page.url(), await readStorage(page), await page.content())
  expect(seen.filter(one => one.includes(secret) || one.includes(key.slice(0, 16)))).toEqual([])

  await page.route('**/api/user/vpn_config', route => route.abort('connectionreset'))
  await button.click()
  await expect(menu.getByRole('alert').filter({ hasText: t('ru', 'errors:network') })).toBeVisible()
  expect(saved).toEqual(['flagship-1.ovpn'])
})

test('A11 a file of 4.9 MB is sent again with the same bytes after a token refresh', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 40[13]/)
  await signIn(page, 'student')
  await page.getByRole('button', { name: text.feedback }).click()
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await dialog.getByRole('textbox', { name: text.feedbackMessage }).fill('Шлюпка течёт: 50 % 👍')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: text.chooseFile }).click(),
  ])
  const size = Math.floor(4.9 * 1024 * 1024)
  const buffer = Buffer.alloc(size, 'flagship')
  await chooser.setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  await page.waitForLoadState('networkidle')
  platform.advanceClock(10 * 60_000)
  platform.clearJournal()
  const sent: Request[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/feedback')) sent.push(request)
  })
  await dialog.getByRole('button', { name: text.sendFeedback, exact: true }).click()
  await expect(dialog.getByText(text.feedbackSent)).toBeVisible()

  const calls = platform.journal().filter(({ operationId }) => operationId === 'sendFeedback')
  expect(calls.map(({ status }) => status)).toEqual([401, 204])
  const [first, second] = calls.map(({ headers }) => [headers['content-type'], headers['content-length']])
  expect(first?.[0]).toMatch(/^multipart\/form-data; ?boundary=/)
  expect(Number(first?.[1])).toBeGreaterThan(size)
  expect(second).toEqual(first)
  const digests = sent.map(request =>
    createHash('sha256')
      .update(request.postDataBuffer() ?? '')
      .digest('hex'),
  )
  expect(digests).toHaveLength(2)
  expect(digests[0]).toBe(digests[1])
  expect(platform.feedback()).toEqual([{ text: 'Шлюпка течёт: 50 % 👍', file: { name: 'report.pdf', size } }])
})
