import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type APIResponse, expect } from '@playwright/test'
import { type HeaderOptions, headersFor, inlineHashes } from '../deploy/headers'
import { redirectCases } from '../deploy/redirect-cases'
import { findFreePort } from '../scripts/lib/free-port'
import { startNginx } from '../scripts/start-nginx'
import { needNginx, test } from './nginx'
import { personaPassword } from './users'

needNginx()

/** Directives that must match `headersFor()`. */
const ours = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'cache-control',
  'x-robots-tag',
  'access-control-allow-origin',
  'strict-transport-security',
]

const getOurs = (answer: APIResponse) =>
  Object.fromEntries(Object.entries(answer.headers()).filter(([name]) => ours.includes(name)))

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const pages = ['/', '/index.html', '/group/1', '/order', '/order/x', '/orders/ok', '/en', '/en/login']
const morePages = [
  '/profile',
  '/profile/k3Vd9sQ2',
  '/terminal',
  '/group/terminal.html',
  '/no/such/page',
  '/invite/a.json',
]

test('C06 H03 nginx sends the headers of headers.json on pages, files and errors', async ({
  request,
  platform,
}) => {
  const [page, login, order, terminal] = await Promise.all(
    ['index', 'login/index', 'order/ok/index', 'terminal'].map(name => readFile(`dist/${name}.html`, 'utf8')),
  )
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page ?? '') ?? []
  const options: HeaderOptions = {
    isHttps: false,
    mode: 'production',
    paymentOrigins: [platform.bankUrl],
  }
  const table: [paths: string[], status: number, document?: string][] = [
    [[...pages, ...morePages], 200, page ?? ''],
    [['/login', '/login/'], 200, login ?? ''],
    [['/order/ok', '/order/fail'], 200, order ?? ''],
    [['/terminal.html'], 200, terminal ?? ''],
    [[script, '/config.json', '/favicon.svg', '/icons/icon-192.png'], 200],
    [
      [
        '/assets/gone.js',
        '/assets/',
        '/mockServiceWorker.js',
        '/gone.html',
        '/icons/gone.png',
        '/.env',
        '/.git/config',
      ],
      404,
    ],
  ]
  for (const [paths, status, document] of table)
    for (const path of paths) {
      const answer = await request.get(path)
      expect([path, answer.status()]).toEqual([path, status])
      const inline = document === undefined ? undefined : inlineHashes(document)
      const expected = headersFor(path, { ...options, ...(inline && { inline }) })
      if (status === 404) expected['Cache-Control'] = 'no-store'
      expect({ path, ...getOurs(answer) }).toEqual({ path, ...lowerCase(expected) })
      if (document !== undefined) expect(await answer.text()).toBe(document)
      if (status === 404) expect(await answer.text()).toBe('Not found.\n')
    }
})

test('a pre-rendered page has the language of the cookie, and is cached per language', async ({
  request,
}) => {
  const ask = (path: string, language: string, headers = {}) =>
    request.get(path, { headers: { Cookie: `a=b; language=${language}`, ...headers } })
  for (const [path, file] of [
    ['/login', 'login/index.html'],
    ['/reset-password/', 'reset-password/index.html'],
    ['/legal', 'legal/index.html'],
    ['/group/1', 'index.html'],
    ['/profile/k3Vd9sQ2', 'index.html'],
  ] as const) {
    const ru = await readFile(`dist/${file}`, 'utf8')
    const en = await readFile(`dist/en/${file}`, 'utf8')
    expect(await (await ask(path, 'en')).text()).toBe(en)
    for (const language of ['ru', 'de', '../en', ''])
      expect(await (await ask(path, language)).text()).toBe(ru)
    for (const coding of ['br', 'gzip', 'identity']) {
      const { etag = '', vary } = (await ask(path, 'ru', { 'Accept-Encoding': coding })).headers()
      expect([path, vary]).toEqual([path, expect.stringContaining('Cookie')])
      const headers = { 'Accept-Encoding': coding, 'If-None-Match': etag }
      expect((await ask(path, 'ru', headers)).status()).toBe(304)
      expect((await ask(path, 'en', headers)).status()).toBe(200)
    }
  }
})

test('H03 a task file is sandboxed, whatever headers the API sends', async ({ page, request }) => {
  const picture = '/files/images/pivot-map.svg'
  const { 'Content-Security-Policy': policy } = headersFor(picture, { isHttps: true, mode: 'production' })
  for (const path of [picture, '/files/tasks/1/gone.html', '/api/..%2ffiles/images/pivot-map.svg']) {
    const headers = (await request.get(path)).headers()
    expect([path, headers['content-security-policy']]).toEqual([path, policy])
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
  }
  await page.goto(picture)
  await expect(page.locator('svg')).toBeVisible()
  expect(await page.evaluate(() => self.origin)).toBe('null')
})

test('C06 precompressed files are sent, and cached ones are not sent again', async ({ request }) => {
  const page = await readFile('dist/index.html', 'utf8')
  const [, script = ''] = /src="(\/assets\/app-[^"]+\.js)"/.exec(page) ?? []
  for (const [accepted, encoding, ending] of [
    ['gzip, deflate, br, zstd', 'br', '.br'],
    ['gzip', 'gzip', '.gz'],
    ['identity', undefined, ''],
  ] as const)
    for (const [path, file] of [
      [script, `dist${script}`],
      ['/group/1', 'dist/index.html'],
    ] as const) {
      // Also through a proxy.
      const headers = { 'Accept-Encoding': accepted, Via: '1.1 proxy' }
      const answer = await request.get(path, { headers })
      expect(answer.headers()['content-encoding']).toBe(encoding)
      expect(answer.headers().vary?.split(', ').sort()).toEqual(
        path === script ? ['Accept-Encoding'] : ['Accept-Encoding', 'Cookie'],
      )
      expect(Number(answer.headers()['content-length'])).toBe((await readFile(file + ending)).length)
    }
  const { etag = '', server } = (await request.get('/login')).headers()
  expect(server).toBe('nginx')
  const again = await request.get('/login', { headers: { 'If-None-Match': etag } })
  expect([again.status(), again.headers()['cache-control']]).toEqual([304, 'no-cache'])
  expect((await request.get(`${script}.gone`)).status()).toBe(404)
  expect(
    (await request.get('/config.json', { headers: { 'Accept-Encoding': 'gzip' } })).headers(),
  ).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  })
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await request.fetch('/login', { method })).status()).toBe(405)
})

/** Invalid `config.json` files, and the error of `start.sh`. */
const refused: [changes: Record<string, unknown>, said: RegExp][] = [
  [{ payment_origins: 'https://pay.example' }, /payment_origins is no list/],
  ...[
    "https://pay.example; script-src 'unsafe-inline'",
    'https://pay.example"; } server { listen 1; }',
    'https://pay.example\n',
    'https://$host',
    'https://*.example.com',
    'http://pay.example.com',
    '*',
    '',
    4,
  ].map((origin): [Record<string, unknown>, RegExp] => [
    { payment_origins: ['https://pay.example', origin] },
    /payment_origins holds .*, which is no origin/,
  ]),
  [{ terminal_origins: ['ws://shell.example'] }, /terminal_origins holds "ws:\/\/shell.example"/],
]

test('F04 config.json and the policy change together or not at all', async ({ request, platform }) => {
  const nginx = await startNginx({ apiUrl: platform.bankUrl, paymentOrigins: ['https://one.example'] })
  const both = async () => {
    // The reload may close a kept-alive connection during a request; browsers retry too.
    const ask = (path: string) => request.get(`${nginx.url}${path}`, { maxRetries: 2 })
    const config = await (await ask('/config.json')).json()
    const policy = (await ask('/group/5')).headers()['content-security-policy'] ?? ''
    return [
      config.payment_origins,
      /frame-src ([^;]*)/.exec(policy)?.[1],
      /connect-src ([^;]*)/.exec(policy)?.[1],
    ]
  }
  const before = [['https://one.example'], "'self' https://one.example", "'self'"]
  expect(await both()).toEqual(before)
  for (const [changes, said] of refused) {
    await nginx.configure(changes)
    const reload = await nginx.reload()
    expect(reload.said).toMatch(said)
    expect(reload.code).not.toBe(0)
    expect(await both()).toEqual(before)
  }
  const banks = ['https://two.example', 'https://three.example:8443']
  await nginx.configure({
    payment_origins: [...banks, ...banks],
    terminal_origins: ['wss://shell.example', 'https://page.example'],
  })
  expect(await both()).toEqual(before)
  expect(await nginx.reload()).toMatchObject({ code: 0 })
  const after = [
    "'self' https://two.example https://three.example:8443 https://page.example",
    "'self' wss://shell.example",
  ]
  await expect.poll(both).toEqual([[...banks, ...banks], ...after])
  await nginx.close()
})

test('V01 nginx logs no code, link or token, and marks responses of an API that is down', async ({
  request,
}) => {
  const lonely = await startNginx({ apiUrl: `http://127.0.0.1:${await findFreePort()}` })
  const secret = 'tOpSeCrEt'
  const paths = [
    `/new-password?token=${secret}`,
    `/callback?code=${secret}`,
    `/invite/${secret}?a=1`,
    `/profile/${secret}`,
    `/api/auth/invite/${secret}`,
    `/api/user/profile/by_shared_link/${secret}`,
    `/api/terminal/${secret}`,
    `/Invite/${secret}`,
    `/PROFILE/${secret}`,
    `//invite/${secret}`,
    `/%69nvite/${secret}`,
    `/x/..%2fprofile/${secret}`,
    `/new-password/${secret}`,
    `/new-password%3Ftoken=${secret}`,
    `/api//auth/invite/${secret}`,
    `/api/auth/%69nvite/${secret}`,
    `/api/auth/send-password-reset-email?email=${secret}`,
  ]
  const headers = {
    Referer: `https://flagship.example/${secret}`,
    Authorization: secret,
    Cookie: `a=${secret}`,
  }
  for (const path of paths) {
    const isCall = path.startsWith('/api')
    expect([path, (await request.get(lonely.url + path, { headers })).status()]).toEqual([
      path,
      isCall ? 502 : 200,
    ])
  }
  const tooLarge = await request.post(`${lonely.url}/api/feedback?x=${secret}`, {
    headers,
    data: Buffer.alloc(7_000_000),
  })
  // Responses of nginx itself have all of our headers.
  const own = { ...headersFor('/', { isHttps: false, mode: 'production' }), 'Cache-Control': 'no-store' }
  for (const answer of [await request.get(`${lonely.url}/api/groups`), tooLarge])
    expect([getOurs(answer), await answer.text()]).toEqual([
      lowerCase(own),
      `Answered in front of the API: ${answer.status()}.\n`,
    ])
  await expect.poll(lonely.logs).toContain('"path":"/api/feedback","status":413')
  const logs = await lonely.logs()
  expect(logs.trim().split('\n')).toHaveLength(paths.length + 2)
  expect(logs).not.toContain(secret)
  expect(logs).toContain('"path":"/api/user/profile/by_shared_link/…","status":502')
  expect(logs).toContain('"path":"/Invite/…","status":200')
  await lonely.close()
})

test('H14 a redirect of the API to any of its own names leads to the site', async ({ request }) => {
  const api = createServer(({ headers }, response) => {
    response.writeHead(307, { Location: String(headers['x-location']) }).end()
  })
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(api.address() as AddressInfo).port}`
  const nginx = await startNginx({ apiUrl: `http://${host}` })
  for (const path of ['/api/groups', '/files/a.txt'])
    for (const [given, seen] of redirectCases(host, new URL(nginx.url).host)) {
      const answer = await request.get(nginx.url + path, {
        maxRedirects: 0,
        headers: { 'X-Location': given },
      })
      expect([given, answer.headers().location]).toEqual([given, seen])
    }
  await nginx.close()
  api.close()
})

test('requests for another host name are neither answered nor proxied', async ({ request, platform }) => {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', HOSTS: 'other.example flagship.example' }
  const nginx = await startNginx({ apiUrl: platform.bankUrl, settings })
  const getStatus = async (path: string, headers: Record<string, string>) =>
    (await request.get(nginx.url + path, { headers })).status()
  const names = ['evil.example', 'flagship.example.evil.example', 'xflagship.example', 'flagshipxexample']
  platform.clearJournal()
  for (const name of names) {
    expect(await getStatus('/login', { Host: name })).toBe(421)
    expect(await getStatus('/api/groups', { Host: 'flagship.example', 'X-Forwarded-Host': name })).toBe(421)
  }
  expect(platform.journal()).toEqual([])
  expect(await getStatus('/login', { Host: 'FLAGSHIP.example:8080' })).toBe(200)
  expect(await getStatus('/api/groups', { Host: 'other.example' })).toBe(401)
  await nginx.close()
})

test('U05 a file that is too large is rejected by the API, and by nginx in a way that the page can read', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 413/)
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
  expect((await send(limit)).status).toBe(200)
  expect(platform.feedback()).toHaveLength(1)
  expect(await send(limit + 1)).toEqual({ status: 413, isJson: true })
  expect(await send(2 * limit)).toEqual({ status: 413, isJson: false })
  // Some frameworks redirect to the path with a trailing slash.
  expect((await send(limit, '/api/feedback/')).status).toBe(200)
})
