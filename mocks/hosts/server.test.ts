import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readArguments, serve, startMockServer } from './server'
import { startForTest } from './server/test-server'

describe('the server', () => {
  it('signs in, refreshes by the cookie, and rotates it', async () => {
    const { login, post, server } = await startForTest()
    const { cookie } = await login()
    expect(cookie).toMatch(/^refresh_token=\S+; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
    const sent = { cookie: cookie.split(';')[0] ?? '' }
    const first = await post('/api/auth/refresh', undefined, sent)
    expect(first.status).toBe(200)
    expect(first.headers.getSetCookie()[0]).not.toBe(cookie)
    expect((await post('/api/auth/refresh', undefined, sent)).status).toBe(200)
    server.db.clock.advance(server.db.settings.refreshGraceSeconds * 1000)
    expect((await post('/api/auth/refresh', undefined, sent)).status).toBe(401)
  })

  it('keeps Secure with the option', async () => {
    const { login } = await startForTest({ keepSecure: true })
    expect((await login()).cookie).toContain('; Secure;')
  })

  it('sends a large board completely', async () => {
    const { url, login } = await startForTest()
    const { headers } = await login()
    const response = await fetch(`${url}/api/leaderboard/group/7`, { headers })
    expect(((await response.json()) as { rows: unknown[] }).rows).toHaveLength(10_000)
  })

  it('accepts a form with a file of 5 MB', async () => {
    const { url, login, server } = await startForTest()
    const { headers } = await login()
    const body = new FormData()
    body.set('text', 'Смотрите вложение')
    body.set('files', new File([new Uint8Array(5 * 1024 * 1024)], 'log.txt'))
    const response = await fetch(`${url}/api/feedback`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    expect(server.db.tables.feedback.values()).toMatchObject([{ file: { size: 5 * 1024 * 1024 } }])
  })

  it('sends a download with its file name', async () => {
    const { url, login } = await startForTest()
    const response = await fetch(`${url}/api/user/vpn_config`, { headers: (await login()).headers })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="flagship-1.ovpn"')
    expect(await response.text()).toContain('remote vpn.flagship.example')
  })

  it.each(['/api/nope', '/nope', '//other.example/api/groups', '/__mock/nope'])(
    'answers 404 to %s',
    async path => {
      const { url } = await startForTest()
      const status = await new Promise(resolve => {
        const { hostname, port } = new URL(url)
        httpRequest({ hostname, port, path }, response => resolve(response.statusCode)).end()
      })
      expect(status).toBe(404)
    },
  )

  it('serves the contract, bundled', async () => {
    const { url } = await startForTest()
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(document.paths)).toContain('/groups/{group}/tasks/{task}')
    expect(JSON.stringify(document)).not.toContain('.yaml#')
    // Bundling reads every file of the contract, which on a busy machine takes seconds.
  }, 20_000)

  it('serves the contract as a page that loads nothing from elsewhere', async () => {
    const { url } = await startForTest()
    const [response = new Response(), ...others] = await Promise.all(
      [1, 2, 3].map(() => fetch(`${url}/docs`)),
    )
    const page = await response.text()
    for (const other of others) expect(await other.text()).toBe(page)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*(https?:|\*))/)
    expect(page).toContain('/groups/{group}/tasks/{task}')
    expect(page).not.toContain('cdn.redoc.ly')
  }, 60_000)

  it('serves the files of tasks', async () => {
    const { url, server } = await startForTest()
    const entry = [...server.db.content.tasks.values()].find(({ task }) => task.attachments.length > 0)
    const file = entry?.task.attachments[0]
    const address = `${url}/files/tasks/${entry?.task.id}/${encodeURIComponent(file?.name ?? '')}`
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(file?.size)
    const picture = await fetch(`${url}/files/images/pivot-map.svg`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect((await fetch(`${url}/files/tasks/1/none`)).status).toBe(404)
  })

  it.each([
    ['order?attempt=2&return=x', 'text/html'],
    ['bank.js', 'text/javascript'],
    ['bank.css', 'text/css'],
  ])('serves %s of the bank’s page with its own CSP', async (path, type) => {
    const { url } = await startForTest()
    const { status, headers } = await fetch(`${url}/mock-bank/${path}`)
    expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/)
    expect(policy).toMatch(/frame-ancestors 'self' http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*/)
    expect(policy).not.toMatch(/unsafe|https?:(\s|;|$)|\s\*/)
  })

  it('serves the bank’s page without inline code or third-party resources', async () => {
    const { url } = await startForTest()
    const html = await (await fetch(`${url}/mock-bank/order`)).text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:/i)
  })

  it('accepts a payment at the bank', async () => {
    const { url, post, login } = await startForTest({ scenario: 'needPay' })
    const { headers } = await login('candidate')
    const group = await (await fetch(`${url}/api/groups/5`, { headers })).json()
    const address = new URL(group.attempts.at(-1).payment_url)
    expect([address.origin, address.searchParams.get('return')]).toEqual([url, url])
    const choice = { choice: 'pay', return: url }
    const paid = await post(`/mock-bank/orders/${address.searchParams.get('attempt')}`, choice)
    expect(await paid.json()).toEqual({ location: `${url}/order/ok` })
    expect((await post('/mock-bank/orders/77', choice)).status).toBe(404)
    expect((await fetch(`${url}/mock-bank/none`)).status).toBe(404)
  })

  it('breaks the connection for a fault, and stops with a request still open', async () => {
    const { url, server, login } = await startForTest()
    const { headers } = await login()
    server.db.faults.add('listGroups', { kind: 'abort' })
    await expect(fetch(`${url}/api/groups`, { headers })).rejects.toThrow('fetch failed')
    server.db.faults.add('listGroups', { kind: 'never' })
    const open = fetch(`${url}/api/groups`, { headers })
    const broken = expect(open).rejects.toThrow('fetch failed')
    while (server.db.faults.has('listGroups')) await new Promise(resolve => setTimeout(resolve, 5))
    await server.close()
    await broken
  })
})

describe('requests from pages of another origin', () => {
  it.each([
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:4173', 'http://127.0.0.1:4173'],
    ['https://other.example', null],
    ['null', null],
  ])('from %s are allowed as %s', async (origin, allowed) => {
    const { url } = await startForTest()
    const request = (method: string) => fetch(`${url}/api/groups`, { method, headers: { origin } })
    const preflight = await request('OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, allowed])
    const response = await request('GET')
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed)
    expect(response.headers.get('access-control-allow-credentials')).toBe(allowed && 'true')
  })
})

describe('who may ask', () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const { url } = await startForTest()
    const { hostname, port } = new URL(url)
    return new Promise(resolve => {
      httpRequest({ hostname, port, path, headers }, response => resolve(response.statusCode)).end()
    })
  }

  it.each([
    'localhost:4010',
    '127.0.0.1',
    '[::1]:4010',
    '10.0.0.5',
    'api:4010',
    'host.docker.internal',
    'a.localhost',
  ])('the server is %s', async host => {
    expect(await ask('/__mock/state', { host })).toBe(200)
  })

  it.each(['evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.internal.example'])(
    'a page that leads its own name %s here reads nothing',
    async host => {
      for (const path of ['/__mock/journal', '/__mock/emails', '/api/groups', '/docs', '/openapi.json'])
        expect([path, await ask(path, { host })]).toEqual([path, 421])
    },
  )

  it.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'a page of another site starts no process: %j',
    async headers => {
      expect(await ask('/docs', headers)).toBe(403)
    },
  )
})

describe('the controls', () => {
  it('play exam events', async () => {
    const { url, post, login } = await startForTest({ scenario: 'waitsForAdmission' })
    const { headers } = await login('candidate')
    const status = async () =>
      (await (await fetch(`${url}/api/groups/8`, { headers })).json()).attempts.at(-1).status
    const event = { admit: true }
    expect(await status()).toBe('need_pay')
    expect((await post('/__mock/exam', { username: 'candidate', group: 8, event })).status).toBe(200)
    expect(await status()).toBe('get_access')
    const again = await post('/__mock/exam', { username: 'candidate', group: 8, event })
    expect([again.status, (await again.json()).detail]).toEqual([
      400,
      expect.stringContaining('admit is not possible'),
    ])
  })

  it.each([
    ['reset', { scenario: 'nothing' }, 'There is no scenario nothing'],
    ['clock', { set: 'noon' }, 'noon is not a valid time'],
    ['verify', {}, 'username is missing'],
    ['exam', { username: 'candidate', group: 5 }, 'event is missing'],
    ['exam', { username: 'candidate', event: { admit: true } }, 'is no exam'],
  ])('reject %s %j with an error message', async (name, body, message) => {
    const { post } = await startForTest()
    const response = await post(`/__mock/${name}`, body)
    expect([response.status, (await response.json()).detail]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('the command', () => {
  it('parses its options', () => {
    const options = readArguments(['--port', '0', '--access-lifetime', '5', '--scenario', 'tokenStorm'])
    expect(options).toMatchObject({
      port: 0,
      start: 'tokenStorm',
      settings: { accessLifetimeSeconds: 5 },
    })
  })

  it.each([
    [['--port', 'x'], '--port must be a whole number'],
    [['--scenario', 'x'], '--scenario must be one of default'],
    [['--nothing'], '--nothing'],
  ])('rejects %j', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(message)
  })

  it('lists its options and the scenarios with --help', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    onTestFinished(() => print.mockRestore())
    await serve(['--help'])
    expect(print.mock.calls.join()).toMatch(/--port N[\s\S]*tokenStorm/)
  })

  it('prints its URL, seed and scenario, stops gracefully, and reports a port that is taken', async () => {
    const command = ['--import', 'tsx', 'mocks/hosts/server.ts', '--scenario', 'examReady', '--port', '0']
    const child = spawn(process.execPath, command)
    const text = String((await once(child.stdout, 'data'))[0])
    expect(text).toMatch(/answers at http:\/\/127\.0\.0\.1:\d+\/api/)
    for (const part of ['seed 1', 'scenario examReady', 'student', 'flagship-demo', '/__mock/', 'Ctrl+C']) {
      expect(text).toContain(part)
    }
    const port = Number(/:(\d+)\/api/.exec(text)?.[1])
    await expect(startMockServer({ port })).rejects.toThrow(
      `The port ${port} of 127.0.0.1 is taken: choose another with --port, or 0 for any free one.`,
    )
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 20_000)
})
