import { HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '../src/api/api'
import { unwrap } from '../src/api/unwrap'
import { createTestServer, type TestServerOptions } from './node'
import type { Overrides } from './typed-overrides'

const listen = (options: TestServerOptions = {}) => {
  const platform = createTestServer(options)
  platform.listen()
  onTestFinished(() => platform.close())
  return platform
}

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
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
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
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  listen()
  await expect(fetch(address)).rejects.toThrow()
  expect(log).toHaveBeenCalled()
})
