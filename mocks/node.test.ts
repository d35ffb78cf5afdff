import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestServer, type TestServer } from './node'

let server: TestServer | undefined

afterEach(() => {
  vi.restoreAllMocks()
  server?.close()
  server = undefined
  vi.unstubAllGlobals()
})

function listen(options: Parameters<typeof createTestServer>[0] = {}): TestServer {
  server = createTestServer(options)
  server.listen()
  return server
}

const api = 'http://localhost/api'
const include = { method: 'POST', credentials: 'include' } as const

describe('the test server', () => {
  it('signs the persona in by token and by cookie', async () => {
    const { tokens } = listen({ as: 'candidate' })
    const headers = { authorization: `Bearer ${tokens?.access_token}` }
    expect((await fetch(`${api}/groups`, { headers })).status).toBe(200)
    const refreshed = await (await fetch(`${api}/auth/refresh`, include)).json()
    expect(refreshed.user.username).toBe('candidate')
  })

  it('stores the rotated cookie, and sends none when credentials are omitted', async () => {
    listen({ as: 'student' })
    for (let count = 0; count < 3; count++) {
      expect((await fetch(`${api}/auth/refresh`, include)).status).toBe(200)
    }
    const bare = await fetch(`${api}/auth/refresh`, { method: 'POST', credentials: 'omit' })
    expect(await bare.json()).toEqual({ detail: 'No token provided' })
  })

  it('shares nothing with the next one', async () => {
    listen({ as: 'student' }).db.tables.users.patch(1, { username: 'renamed' })
    server?.close()
    listen()
    expect((await fetch(`${api}/auth/refresh`, include)).status).toBe(401)
    expect(server?.db.tables.users.get(1)?.username).toBe('student')
  })

  it.each([
    ['the file of the repository', undefined, 200, 'personal-data'],
    ['a given value', { contacts: [] }, 200, '{"contacts":[]}'],
    ['null', null, 200, 'null'],
    ['a given response', () => new Response('gone', { status: 404 }), 404, 'gone'],
  ])('serves config.json: %s', async (_, config, status, text) => {
    listen({ config })
    const response = await fetch('http://localhost/config.json')
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
    expect(server?.journal.entries()).toEqual([])
  })

  it('breaks the connection as a network does', async () => {
    const { db } = listen()
    db.faults.add('checkInvite', { kind: 'abort' })
    await expect(fetch(`${api}/auth/invite/AUTUMN-2026`)).rejects.toThrow(TypeError)
  })

  it('rejects a request that the contract does not have', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    listen()
    await expect(fetch(`${api}/groups/1/archive`)).rejects.toThrow()
  })

  it('throws on close if a response broke the contract', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = listen()
    broken.db.tables.settings.patch('settings', { accessLifetimeSeconds: Number.NaN })
    broken.db.tables.users.patch(1, { username: '' })
    broken.signIn('student')
    expect((await fetch(`${api}/auth/refresh`, include)).status).toBe(500)
    server = undefined
    expect(() => broken.close()).toThrow('refreshSession')
  })
})

describe('a terminal of the test server', () => {
  const ready = () => {
    // Node 20 has no global WebSocket; msw replaces it.
    vi.stubGlobal('WebSocket', WebSocket)
    return listen({ as: 'student', scenario: 'labRunning' })
  }

  const addressIn = async ({ tokens }: TestServer): Promise<string> => {
    const headers = { authorization: `Bearer ${tokens?.access_token}` }
    return (await (await fetch(`${api}/groups/1/tasks/104/webssh`, { headers })).json()).url
  }

  /** A connection, and the messages received. */
  const connect = (url: string) => {
    const socket = new globalThis.WebSocket(url)
    const received: string[] = []
    socket.addEventListener('message', ({ data }) => received.push(data))
    const code = new Promise<number>(resolve =>
      socket.addEventListener('close', event => resolve(event.code)),
    )
    return { socket, received, code }
  }

  it('is served at the origin of the page, and responds', async () => {
    const running = ready()
    const url = await addressIn(running)
    expect(url).toMatch(/^ws:\/\/localhost\/api\/terminal\/[0-9a-f]{24}$/)
    const { socket, received } = connect(url)
    await vi.waitFor(() => expect(received.join('')).toMatch(/[$#]/))
    socket.send('\u001b[8;40;132t')
    socket.send(new TextEncoder().encode('echo ri""ver\r'))
    await vi.waitFor(() => expect(received.join('')).toContain('river'))
    expect(running.db.tables.terminals.values()).toMatchObject([{ rows: 40, columns: 132 }])
  })

  it('can be disconnected, is resumed at the same URL, and closes when the lab ends', async () => {
    const running = ready()
    const url = await addressIn(running)
    const first = connect(url)
    await vi.waitFor(() => expect(first.received).not.toEqual([]))
    running.dropTerminals()
    expect(await first.code).toBe(1006)
    const second = connect(url)
    await vi.waitFor(() => expect(second.received).not.toEqual([]))
    running.db.clock.advance(91 * 60_000)
    expect(await second.code).toBe(1000)
    expect(second.received.at(-1)).toContain('больше не работает')
    const tooLate = connect(url)
    expect(await tooLate.code).toBe(1000)
    expect(tooLate.received).toEqual([expect.stringContaining('больше не работает')])
    expect(await connect(`${url}0`).code).toBe(4404)
  })
})
