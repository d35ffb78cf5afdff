// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { browserDeps } from './deps'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('W01 whoever replaces fetch later is heard', async () => {
  const { fetch } = browserDeps()
  const answer = new Response('mocked')
  vi.stubGlobal('fetch', async () => answer)
  expect(await fetch(new Request('http://localhost/api/groups'))).toBe(answer)
})

test('what a browser has is used, and what it has not is done without', () => {
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

test('what fails without anybody having to know is told to developers', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = new Error('offline')
  browserDeps().log('The server did not take the logout.', error)
  expect(warn).toHaveBeenCalledWith('The server did not take the logout.', error)
})
