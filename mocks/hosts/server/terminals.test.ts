import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { getPublicOrigin } from './platform'
import type { MockServerOptions } from './start'
import { startForTest } from './test-server'

/** A client of a terminal: its output, and how the connection ended. */
function connect(url: string) {
  const socket = new WebSocket(url)
  let output = ''
  let checkOutput = () => {}
  socket.on('message', data => {
    output += String(data)
    checkOutput()
  })
  const closed = new Promise<{ code: number; output: string }>(resolve =>
    socket.on('close', code => resolve({ code, output })),
  )
  const waitForOutput = (text: string | RegExp) =>
    new Promise<void>(resolve => {
      checkOutput = () => {
        if (output.search(text) >= 0) resolve()
      }
      checkOutput()
    })
  return { socket, waitForOutput, closed, output: () => output }
}

async function start(options: MockServerOptions = {}) {
  const { server, url, post, login } = await startForTest({ scenario: 'labRunning', ...options })
  const { headers } = await login()
  const open = async (forwarded: Record<string, string> = {}) => {
    const sent = { headers: { ...headers, ...forwarded } }
    return (await fetch(`${url}/api/groups/1/tasks/104/webssh`, sent)).json()
  }
  const row = () => server.db.tables.terminals.values()[0]
  return { server, post, headers, open, row }
}

describe('a terminal on the server', () => {
  it('greets, responds to input, and gets the size', async () => {
    const { open, row } = await start()
    const { socket, waitForOutput } = connect((await open()).url)
    await waitForOutput(/[$#]/)
    socket.send('\u001b[8;40;132t')
    socket.send('echo wor')
    socket.send(Buffer.from('ld\r'))
    await waitForOutput(/world[\s\S]*[$#]/)
    expect(row()).toMatchObject({ rows: 40, columns: 132 })
  })

  it.each([
    ['a program', {}, true],
    ['a page of this machine', { origin: 'http://localhost:5173' }, true],
    [
      'the site in front',
      { origin: 'https://flagship.example', 'x-forwarded-host': 'flagship.example' },
      true,
    ],
    ['another site', { origin: 'https://evil.example' }, false],
    ['a page without an origin', { origin: 'null' }, false],
    [
      'another site behind the same proxy',
      { origin: 'https://evil.example', 'x-forwarded-host': 'flagship.example' },
      false,
    ],
    ['a name that leads here', { origin: 'http://evil.example', host: 'evil.example' }, false],
  ])('%s: connects %j %s', async (_, headers, isOpen) => {
    const { open } = await start()
    const socket = new WebSocket((await open()).url, { headers })
    const opened = new Promise(resolve => {
      socket.on('open', () => resolve(true))
      socket.on('error', () => resolve(false))
    })
    expect(await opened).toBe(isOpen)
    socket.terminate()
  })

  it('is resumed at the same URL after its connection broke', async () => {
    const { open, post } = await start()
    const { url } = await open()
    const first = connect(url)
    await first.waitForOutput(/[$#]/)
    await post('/__mock/terminals', { drop: true })
    expect((await first.closed).code).toBe(1006)
    const second = connect(url)
    await second.waitForOutput(/[$#]/)
    expect(second.output().length).toBeLessThan(first.output().length)
    expect((await open()).url).toBe(url)
  })

  it.each([
    ['the lab is stopped', '/api/undeploy?task_id=104&group_id=1', {}],
    ['the lab has expired', '/__mock/clock', { advanceSeconds: 91 * 60 }],
  ])('prints a message and closes with 1000 when %s', async (_, path, body) => {
    const { open, post, headers } = await start()
    const { url } = await open()
    const { waitForOutput, closed } = connect(url)
    await waitForOutput(/[$#]/)
    expect((await post(path, body, headers)).status).toBe(200)
    expect(await closed).toEqual({
      code: 1000,
      output: expect.stringMatching(/больше не работает.*\r\n$/),
    })
    expect(await connect(url).closed).toEqual({
      code: 1000,
      output: expect.stringContaining('больше не работает'),
    })
  })

  it('closes with 4404 for an unknown session, also after a reset', async () => {
    const { server, open, post } = await start()
    const unknown = connect(`${server.url.replace('http', 'ws')}/api/terminal/0123456789abcdef`)
    expect(await unknown.closed).toEqual({ code: 4404, output: '' })
    const { waitForOutput, closed } = connect((await open()).url)
    await waitForOutput(/[$#]/)
    await post('/__mock/reset')
    expect((await closed).code).toBe(4404)
  })

  it('rejects every other upgrade', async () => {
    const { server } = await start()
    const { hostname, port } = new URL(server.url)
    const headers = { connection: 'upgrade', upgrade: 'websocket' }
    const status = await new Promise(resolve => {
      const sent = httpRequest({ hostname, port, path: '/api/groups', headers })
      sent.on('response', response => resolve(response.statusCode)).end()
    })
    expect(status).toBe(404)
  })

  it('closes the previous connection if the host allows only one', async () => {
    const { open, post } = await start()
    const free = [connect((await open()).url), connect((await open()).url)]
    for (const one of free) await one.waitForOutput(/\S/)
    for (const one of free) one.socket.terminate()
    await post('/__mock/settings', { settings: { isTerminalExclusive: true } })
    const first = connect((await open()).url)
    await first.waitForOutput(/\S/)
    const { url } = await open()
    const second = connect(url)
    expect((await first.closed).code).toBe(4001)
    await second.waitForOutput(/\S/)
    const third = connect(url)
    expect((await second.closed).code).toBe(4001)
    await third.waitForOutput(/\S/)
  })

  it('belongs to the database that it was opened in, by its URL', async () => {
    const { server, post } = await start()
    const db = { 'x-mock-db': 'other' }
    const login = await post('/api/auth/login', { username: 'student', password: 'flagship-demo' }, db)
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { ...db, authorization: `Bearer ${access_token}` }
    const response = await fetch(`${server.url}/api/groups/1/tasks/104/webssh`, { headers })
    const { url } = (await response.json()) as { url: string }
    expect(new URL(url).search).toBe('?mock-db=other')
    const { closed, waitForOutput } = connect(url)
    await waitForOutput(/[$#]/)
    expect(server.db.tables.terminals.values()).toEqual([])
    await post('/__mock/network', { network: 'offline' }, db)
    expect((await closed).code).toBe(1006)
    expect((await connect(url).closed).code).toBe(1006)
  })

  it('has a URL on the origin of the page', async () => {
    const { server, open } = await start()
    expect(new URL((await open()).url).host).toBe(new URL(server.url).host)
    const forwarded = { 'x-forwarded-host': 'flagship.example', 'x-forwarded-proto': 'https' }
    expect((await open(forwarded)).url).toMatch(/^wss:\/\/flagship\.example\/api\/terminal\/[0-9a-f]{24}$/)
  })
})

it.each([
  [{ host: 'localhost:4010' }, 'http://localhost:4010'],
  [{ host: 'localhost:4010', 'x-forwarded-host': 'flagship.example' }, 'http://flagship.example'],
  [{ host: 'flagship.example', 'x-forwarded-proto': 'https' }, 'https://flagship.example'],
  [{ 'x-forwarded-host': 'a.example, b.example', 'x-forwarded-proto': 'https,http' }, 'https://a.example'],
  [{ host: 'flagship.example', 'x-forwarded-proto': 'javascript' }, 'http://flagship.example'],
  [{ host: 'user@flagship.example' }, 'http://own'],
  [{ host: 'flagship.example/path' }, 'http://own'],
  [{}, 'http://own'],
] as [Record<string, string>, string][])('the origin of %j is %s', (headers, origin) => {
  expect(getPublicOrigin(new Headers(headers), 'http://own')).toBe(origin)
})
