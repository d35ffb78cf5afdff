import { getResponse } from 'msw'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { makeHandlers } from './handlers.gen'
import { basePath, type OperationId, operationTable } from './operations.gen'
import type { Fault } from './platform/faults'
import { startSession } from './platform/sessions'
import { createPlatform } from './test-platform'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the order of checks', () => {
  it('is authentication, validation, rules', async () => {
    const { call, getToken } = createPlatform()
    const bad = { params: { group: 1, task: 'x' }, body: {} }
    expect((await call('setTaskVisibility', bad)).status).toBe(401)
    expect((await call('setTaskVisibility', { ...bad, token: getToken('newcomer') })).status).toBe(422)
    const good = { params: { group: 1, task: 101 }, body: { visible: true } }
    expect((await call('setTaskVisibility', { ...good, token: getToken('newcomer') })).status).toBe(403)
  })

  it('has a separate detail for an expired token', async () => {
    const { call, db, getToken } = createPlatform()
    const token = getToken('student')
    db.clock.advance(db.settings.accessLifetimeSeconds * 1000)
    expect((await call('listGroups', { token })).body).toEqual({ detail: 'Invalid token' })
    expect((await call('listGroups')).body).toEqual({ detail: 'No token provided' })
  })
})

describe('an invalid request', () => {
  it.each([
    ['no number in the path', 'getGroup', { params: { id: 'abc' } }, ['path', 'id'], 'int_parsing'],
    ['zero in the path', 'getGroup', { params: { id: 0 } }, ['path', 'id'], 'greater_than_equal'],
    ['1e3 in the path', 'getGroup', { params: { id: '1e3' } }, ['path', 'id'], 'int_parsing'],
    ['an absent query', 'getLabStatus', { query: { task_id: 1 } }, ['query', 'group_id'], 'missing'],
    ['an absent field', 'updateUsername', { body: {} }, ['body', 'new_username'], 'missing'],
    [
      'an unknown field',
      'updateUsername',
      { body: { new_username: 'a', is_admin: true } },
      ['body', 'is_admin'],
      'extra_forbidden',
    ],
    [
      'another type',
      'setTaskVisibility',
      { params: { group: 1, task: 1 }, body: { visible: 'yes' } },
      ['body', 'visible'],
      'bool_type',
    ],
    ['no body', 'updateUsername', {}, ['body'], 'missing'],
  ] as const)('%s is 422 in the format of FastAPI', async (_, operationId, options, loc, type) => {
    const { call, violations } = createPlatform()
    const response = await call(operationId, { as: 'student', ...options } as never)
    expect(response.status).toBe(422)
    expect(response.body.detail).toEqual([{ loc, type, msg: expect.any(String) }])
    expect(violations).toEqual([])
  })

  it.each([
    ['text/plain;charset=UTF-8', 422, 'json_invalid'],
    ['application/x-www-form-urlencoded', 422, 'json_invalid'],
    ['Application/JSON; charset=utf-8', 403, undefined],
  ])('a body sent as %s: %i', async (type, status, issue) => {
    const { call } = createPlatform()
    const headers = { 'content-type': type }
    const response = await call('updateUsername', { as: 'newcomer', body: { new_username: 'a' }, headers })
    expect([response.status, Object(response.body.detail)[0]?.type]).toEqual([status, issue])
  })

  it.each([
    ['no text', {}, 422],
    ['1501 characters', { text: 'я'.repeat(1501) }, 422],
    ['1500 characters', { text: 'я'.repeat(1500) }, 200],
    ['1500 line breaks', { text: '\n'.repeat(1500) }, 200],
    ['a picture', { text: 'a', files: new File(['x'], 'a.png') }, 422],
    ['5 MB', { text: 'a', files: new File([new Uint8Array(5 * 1024 * 1024)], 'a.PDF') }, 200],
    ['one byte more', { text: 'a', files: new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.pdf') }, 413],
  ])('feedback with %s: %i', async (_, fields, status) => {
    const { call, violations } = createPlatform()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    expect((await call('sendFeedback', { as: 'student', form })).status).toBe(status)
    expect(violations).toEqual([])
  })
})

describe('a response that breaks the contract', () => {
  it.each([
    ['an undocumented status', () => ({ status: 418, body: {} }), 'the status 418 is not documented'],
    [
      'an undocumented detail',
      () => ({ status: 401, body: { detail: 'no' } }),
      'its body is invalid at "/detail"',
    ],
    ['a missing field', () => ({ status: 200, body: [{ id: 1 }] }), 'its body is invalid'],
    [
      'an undeclared property',
      () => ({
        status: 200,
        body: [{ hide_leaderboard: false }, { hide_leaderboard: false, colour: 'red' }],
      }),
      'its body has /1/colour, which the contract does not declare',
    ],
    ['no body', () => ({ status: 200 }), 'it has no body'],
    [
      'an error',
      () => {
        throw new TypeError('boom')
      },
      'boom',
    ],
  ])('%s becomes a 500 and is reported', async (_, behaviour, problem) => {
    const loud = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { call, violations } = createPlatform({ operations: { listGroups: behaviour as never } })
    const response = await call('listGroups', { as: 'student' })
    expect(response.status).toBe(500)
    expect(decodeURI(response.headers.get('x-mock-violation') ?? '')).toContain(problem)
    expect(violations.map(String).join()).toContain(problem)
    expect(loud).toHaveBeenCalledOnce()
  })

  it('must not lack a documented header', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const operations = { getVpnConfig: () => ({ status: 200, body: 'client' }) as const }
    const { call, violations } = createPlatform({ operations })
    expect((await call('getVpnConfig', { as: 'student' })).status).toBe(500)
    expect(String(violations[0])).toContain('the header content-disposition is missing')
  })
})

it('a generated operation always has the same sample', async () => {
  const responses = await Promise.all(
    [1, 2].map(async () => {
      const { call, violations } = createPlatform({ operations: { getTask: 'generated' } })
      const response = await call('getTask', { as: 'student', params: { group: 1, task: 101 } })
      expect(violations).toEqual([])
      return response.body
    }),
  )
  expect(responses[0]).toEqual(responses[1])
  expect(responses[0]).toHaveProperty('difficulty')
})

describe('a fault', () => {
  it.each<[Fault, number, string]>([
    [{ kind: 'status', status: 502 }, 502, '{}'],
    [{ kind: 'status', status: 500, detail: 'flag_server_error' }, 500, '{"detail":"flag_server_error"}'],
    [{ kind: 'body', status: 200, body: [] }, 200, '[]'],
    [{ kind: 'html' }, 200, '<!doctype html>'],
    [{ kind: 'text' }, 500, 'Internal Server Error'],
    [{ kind: 'doubled' }, 200, '[{"id":'],
    [{ kind: 'empty' }, 200, ''],
    [{ kind: 'malformed' }, 200, '{"detail": "cut o'],
  ])('%j applies once, and is no violation', async (fault, status, text) => {
    const { send, db, getToken, violations } = createPlatform()
    const token = getToken('student')
    db.faults.add('listGroups', fault)
    const faulty = await send('listGroups', { token })
    expect(faulty.status).toBe(status)
    expect((await faulty.text()).startsWith(text)).toBe(true)
    expect((await send('listGroups', { token })).status).toBe(200)
    expect(violations).toEqual([])
  })

  it('can send the body of an executed call twice, or execute a call and never answer', async () => {
    const { send, db, getToken } = createPlatform()
    const token = getToken('student')
    db.faults.add('updateUsername', { kind: 'doubled' })
    const text = await (await send('updateUsername', { token, body: { new_username: 'first' } })).text()
    expect(text.match(/"username":"first"/g)).toHaveLength(2)
    db.faults.add('updateUsername', { kind: 'never', after: true })
    void send('updateUsername', { token, body: { new_username: 'second' } })
    await vi.waitFor(() => expect(db.tables.users.get(1)?.username).toBe('second'))
  })

  it('waits for an authenticated call', async () => {
    const { call, db, getToken } = createPlatform()
    db.faults.add('listGroups', { kind: 'status', status: 503 })
    expect((await call('listGroups')).status).toBe(401)
    expect((await call('listGroups', { token: getToken('student') })).status).toBe(503)
  })

  it('can break the connection before the operation or after it', async () => {
    const { send, db, getToken } = createPlatform()
    const token = getToken('student')
    const body = { new_username: 'renamed' }
    db.faults.add('updateUsername', { kind: 'abort' })
    expect((await send('updateUsername', { token, body })).type).toBe('error')
    expect(db.tables.users.get(1)?.username).toBe('student')
    db.faults.add('updateUsername', { kind: 'abort', after: true })
    expect((await send('updateUsername', { token, body })).type).toBe('error')
    expect(db.tables.users.get(1)?.username).toBe('renamed')
  })

  it('loses the cookie with the response, so that the next refresh uses the previous one within its grace period', async () => {
    const { send, db, jar } = createPlatform()
    const { refresh_token } = startSession(db, 1)
    jar.store([`refresh_token=${refresh_token}; Path=/api/auth`])
    db.faults.add('refreshSession', { kind: 'abort', after: true })
    await send('refreshSession')
    expect((await send('refreshSession')).status).toBe(200)
    jar.store([`refresh_token=${refresh_token}; Path=/api/auth`])
    db.clock.advance(db.settings.refreshGraceSeconds * 1000)
    expect((await send('refreshSession')).status).toBe(401)
  })

  it('applies as often as requested', async () => {
    const { call, db, getToken } = createPlatform()
    const token = getToken('student')
    db.faults.add('listGroups', { kind: 'status', status: 500 }, 2)
    db.faults.add('listGroups', { kind: 'status', status: 429 }, Number.POSITIVE_INFINITY)
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await call('listGroups', { token })).status)
    expect(statuses).toEqual([500, 500, 429, 429, 429])
    db.faults.clear('listGroups')
    expect((await call('listGroups', { token })).status).toBe(200)
  })
})

it('the journal has every exchange, in order', async () => {
  const { call, journal, getToken } = createPlatform()
  await call('login', { body: { username: 'student', password: 'wrong-password' } })
  await call('getTask', { token: getToken('student'), params: { group: 1, task: 101 } })
  expect(journal.entries()).toMatchObject([
    {
      id: 1,
      operationId: 'login',
      request: { method: 'POST', body: { username: 'student' } },
      response: { status: 401 },
    },
    {
      id: 2,
      operationId: 'getTask',
      at: '2026-10-05T09:00:00.000Z',
      response: { status: 200, body: { id: 101 } },
    },
  ])
})

it('the Date header follows the virtual clock', async () => {
  const { call, db } = createPlatform()
  db.clock.advance(4 * 3_600_000)
  const response = await call('checkInvite', { params: { code: 'AUTUMN-2026' } })
  expect(response.headers.get('date')).toBe('Mon, 05 Oct 2026 13:00:00 GMT')
})

const origin = 'http://localhost'

/** Which operation a request reaches, and with which path parameters. */
async function findOperation(
  method: string,
  path: string,
): Promise<{ id: OperationId; params: Record<string, string> } | undefined> {
  let found: { id: OperationId; params: Record<string, string> } | undefined
  const handlers = makeHandlers(
    async (id, { params }) => {
      found = { id, params: { ...params } }
      return new Response()
    },
    { baseUrl: origin },
  )
  await getResponse(handlers, new Request(`${origin}${path}`, { method: method.toUpperCase() }))
  return found
}

test.each(operationTable)('$method $path reaches $operationId', async ({ method, path, operationId }) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${name}%20%D1%8F`)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  expect(await findOperation(method, `${basePath}${filled}`)).toEqual({
    id: operationId,
    params: Object.fromEntries(names.map(name => [name, `${name} я`])),
  })
})

test('a special path wins over a parameter', async () => {
  expect((await findOperation('post', '/api/groups/get-ids'))?.id).toBe('findLmsTask')
  expect((await findOperation('get', '/api/groups/7'))?.id).toBe('getGroup')
})

test.each(['/groups', '/other/api/groups', '/apigroups', '/api/unknown', '/api/groups/1/2'])(
  'GET %s reaches nothing',
  async path => {
    expect(await findOperation('get', path)).toBeUndefined()
  },
)

test('handlers are bound to one origin', async () => {
  const handlers = makeHandlers(async () => new Response(), { baseUrl: origin })
  expect(await getResponse(handlers, new Request('http://elsewhere.example/api/groups'))).toBeUndefined()
})
