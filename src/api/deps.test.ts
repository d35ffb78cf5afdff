// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../test/memory-storage'
import { createApi } from './api'
import { browserDeps } from './deps'
import { fetchVpnConfig } from './download'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('W01 uses a fetch that was replaced later', async () => {
  const { fetch } = browserDeps()
  const answer = new Response('mocked')
  vi.stubGlobal('fetch', async () => answer)
  expect(await fetch(new Request('http://localhost/api/groups'))).toBe(answer)
})

test('A17 D07 E15 asks no cache, and passes keepalive beside the request', async () => {
  const handed: unknown[] = []
  vi.stubGlobal('fetch', async (_: Request, init?: RequestInit) => {
    handed.push(init)
    return new Response()
  })
  const { client, session } = createApi({ storage: createMemoryStorage(new Map([['token', 'refresh-1']])) })
  await session.start().catch(() => {})
  await client.GET('/groups')
  await client.POST('/pass_flag', { params: { query: { group_id: 1, task_id: 2 } }, body: { flags: ['a'] } })
  await fetchVpnConfig(client, new AbortController().signal).catch(() => {})
  const plain = { cache: 'no-store' }
  expect(handed).toEqual([{ ...plain, keepalive: true }, plain, plain, plain])
})

test("uses the browser's features and does without missing ones", () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      name: string
      constructor(name: string) {
        this.name = name
      }
    },
  )
  const deps = browserDeps()
  expect(deps.baseUrl).toBe(`${location.origin}/api`)
  expect(deps.events()).toBe(window)
  expect(deps.openChannel()).toMatchObject({ name: 'flagship.session' })
  expect(deps.isSilent).toBe(false)
  const locks = { request: () => {} }
  vi.stubGlobal('navigator', { locks })
  expect(deps.locks()).toBe(locks)
  vi.stubGlobal('navigator', {})
  expect(deps.locks()).toBeNull()
})

test('logs background failures', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = new Error('offline')
  browserDeps().log('The server did not take the logout.', error)
  expect(warn).toHaveBeenCalledWith('The server did not take the logout.', error)
})
