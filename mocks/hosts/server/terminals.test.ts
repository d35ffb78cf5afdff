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
