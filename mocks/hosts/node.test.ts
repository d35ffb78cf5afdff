import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/api/api'
import { unwrap } from '../../src/api/unwrap'
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
