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
  test('answers one call in front of the platform, with the headers of the platform and a line in its journal', async () => {
    const platform = listen()
    platform.override(http =>
      http.get('/auth/invite/{code}', ({ params, response }) => {
        expect(params.code).toBe('AUTUMN-2026')
        return response(404).json({ detail: 'Group with this invite code not found' })
      }),
    )
    const refused = await checkInvite()
    expect(refused.status).toBe(404)
    expect(await refused.json()).toEqual({ detail: 'Group with this invite code not found' })
    expect(refused.headers.get('x-request-id')).toBe('mock-1')
    expect(refused.headers.get('date')).not.toBeNull()
    expect((await checkInvite()).status).toBe(200)
    expect(platform.journal.entries()).toMatchObject([
      { id: 1, operationId: 'checkInvite', response: { status: 404 } },
      { id: 2, operationId: 'checkInvite', response: { status: 200 } },
    ])
  })

  test('stays when told, breaks the connection, and may leave the call to the platform', async () => {
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

  test('is judged as every answer is, where types do not reach', async () => {
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

/** Checked by `tsc`, and never called. */
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

test('what the contract does not allow does not compile', () => {
  expect(undocumented).toBeTypeOf('function')
})

test('W01 a client that was made before the platform listens is answered by it all the same', async () => {
  const { client } = createApi({ locks: () => null, openChannel: () => null })
  listen()
  const call = client.GET('/auth/invite/{code}', { params: { path: { code: 'AUTUMN-2026' } } })
  expect(await unwrap(call, 'checkInvite')).toMatchObject({ group: { id: expect.any(Number) } })
})

test.each([
  ['a path that the contract does not know', 'http://localhost/api/groups/1/archive'],
  ['a method that the path has not', 'http://localhost/api/auth/login'],
  ['another address', 'http://elsewhere.example/api/groups'],
])('W04 a request to %s is an error and reaches no network', async (_, address) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  listen()
  await expect(fetch(address)).rejects.toThrow()
  expect(log).toHaveBeenCalled()
})
