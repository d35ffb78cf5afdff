import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createApi } from '../../src/api/api'
import { unwrap } from '../../src/api/unwrap'
import { createTestServer, type Overrides, type TestServer } from './node'

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

const checkInvite = () => fetch('http://localhost/api/auth/invite/AUTUMN-2026')

describe('an override', () => {
  test('handles one call, with the headers of the platform and a journal entry', async () => {
    const platform = listen()
    platform.override(http =>
      http.get('/auth/invite/{code}', ({ params, response }) => {
        expect(params.code).toBe('AUTUMN-2026')
        return response(404).json({ detail: 'Group with this invite code not found' })
      }),
    )
    const rejected = await checkInvite()
    expect(rejected.status).toBe(404)
    expect(await rejected.json()).toEqual({ detail: 'Group with this invite code not found' })
    expect(rejected.headers.get('x-request-id')).toBe('mock-1')
    expect(rejected.headers.get('date')).not.toBeNull()
    expect((await checkInvite()).status).toBe(200)
    expect(platform.journal.entries()).toMatchObject([
      { id: 1, operationId: 'checkInvite', response: { status: 404 } },
      { id: 2, operationId: 'checkInvite', response: { status: 200 } },
    ])
  })

  test('can be permanent, break the connection, or fall through to the platform', async () => {
    const platform = listen()
    platform.override(http => http.get('/auth/invite/{code}', () => undefined, { once: false }))
    expect((await checkInvite()).status).toBe(200)
    platform.override(http => http.get('/auth/invite/{code}', () => HttpResponse.error(), { once: false }))
    await expect(checkInvite()).rejects.toThrow(TypeError)
    await expect(checkInvite()).rejects.toThrow(TypeError)
    expect(platform.journal.entries().map(({ response }) => response?.status)).toEqual([
      200,
      undefined,
      undefined,
    ])
  })

  test('is validated where types do not suffice', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const platform = createTestServer()
    platform.listen()
    platform.override(http =>
      http.get('/auth/invite/{code}', ({ response }) =>
        response(200).json({ group: { id: 0.5, name: 'x', is_exam: false } }),
      ),
    )
    await checkInvite()
    expect(() => platform.close()).toThrow('The mock of checkInvite broke the contract')
  })
})

/** Type-checked only. */
const undocumented = (http: Overrides) => [
  http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'email not verified' })),
  // @ts-expect-error: the contract has no such detail.
  http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'No rights' })),
  // @ts-expect-error: the detail is documented, but of another operation.
  http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'leaderboard is hidden' })),
  // @ts-expect-error: the contract has no such status.
  http.get('/groups/{id}', ({ response }) => response(418).json({ detail: 'common' })),
  // @ts-expect-error: the contract has no such path.
  http.get('/groups/{id}/archive', () => undefined),
  // @ts-expect-error: the path has no such method.
  http.delete('/groups/{id}', () => undefined),
  // @ts-expect-error: the success has a shape.
  http.get('/groups', ({ response }) => response(200).json([{ id: 'seven' }])),
  // @ts-expect-error: an empty answer has no body.
  http.post('/auth/logout', ({ response }) => response(204).json({})),
]

test('responses outside of the contract do not compile', () => {
  expect(undocumented).toBeTypeOf('function')
})

test('W01 a client created before the platform listens is mocked too', async () => {
  const { client } = createApi({ locks: () => null, openChannel: () => null })
  listen()
  const call = client.GET('/auth/invite/{code}', { params: { path: { code: 'AUTUMN-2026' } } })
  expect(await unwrap(call, 'checkInvite')).toMatchObject({ group: { id: expect.any(Number) } })
})

test.each([
  ['an unknown path', 'http://localhost/api/groups/1/archive'],
  ['an unknown method', 'http://localhost/api/auth/login'],
  ['another origin', 'http://elsewhere.example/api/groups'],
])('W04 a request to %s is an error', async (_, address) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  listen()
  await expect(fetch(address)).rejects.toThrow()
  expect(log).toHaveBeenCalled()
})
