import { expect, onTestFinished, test, vi } from 'vitest'
import { isFull } from '../../scripts/lib/sampling'
import { createServerClock } from '../lib/server-clock'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend } from '../test/rotating-backend'
import { ApiError } from './errors'
import { unwrap } from './unwrap'

const tomorrow = () => Date.now() + 24 * 60 * 60 * 1000

/** A signed-in tab whose server sends tomorrow's date in successful responses of the given paths only. */
const openTab = (datedPaths: string[]) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(async request => {
    const response = await backend.fetch(request)
    const isDated = datedPaths.some(path => request.url.endsWith(path))
    if (isDated && response.ok) response.headers.set('date', new Date(tomorrow()).toUTCString())
    return response
  })
  browser.values.set('token', backend.signIn())
  const serverClock = createServerClock()
  return { ...browser.openTab({ serverClock }), serverClock, backend }
}

const isTomorrow = (now: number) => Math.abs(now - tomorrow()) < 3000

test.each([
  ['a refresh', ['/auth/refresh']],
  ['a call', ['/groups']],
])('the server clock uses the response of %s', async (_, paths) => {
  const tab = openTab(paths)
  expect(isTomorrow(tab.serverClock.now())).toBe(false)
  await tab.session.start()
  await tab.client.GET('/groups')
  expect(isTomorrow(tab.serverClock.now())).toBe(true)
})

test('the server clock uses the response of a resent call', async () => {
  const tab = openTab(['/groups/1'])
  await tab.session.start()
  tab.backend.expireAccess()
  const { response } = await tab.client.GET('/groups/{id}', { params: { path: { id: 1 } } })
  expect(response.status).toBe(200)
  expect(tab.backend.sentTo('/groups/1')).toHaveLength(2)
  expect(isTomorrow(tab.serverClock.now())).toBe(true)
})

const deepArray = `${'['.repeat(5000)}${']'.repeat(5000)}`
const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
const manyKeys = `{${Array.from({ length: 100_000 }, (_, at) => `"key${at}":${at}`).join(',')}}`

test.each([
  ['5,000 arrays in each other', deepArray],
  ['5,000 objects in each other', deepObject],
  ['an object of 100,000 keys', manyKeys],
])('M06 deeply nested JSON with %s gives data or an ApiError', async (_, text) => {
  for (const status of [200, 400, 422, 500]) {
    const browser = createBrowser(async () => {
      return new Response(text, { status, headers: { 'content-type': 'application/json' } })
    })
    const { client } = browser.openTab()
    const outcome = await unwrap(client.GET('/groups')).catch((error: unknown) => error)
    if (status === 200) expect(outcome).toBeTypeOf('object')
    else expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).not.toBeInstanceOf(RangeError)
  }
})

/** A hundred at once each time; more rounds only repeat them. */
const ROUNDS = isFull ? 100 : 20

test(`M05 keeps nothing of ${ROUNDS * 100} requests that were not resent`, async () => {
  const copies = new Set<object>()
  class CountingMap<Value> extends WeakMap<object, Value> {
    override set(key: object, value: Value) {
      if (key instanceof Request) copies.add(key)
      return super.set(key, value)
    }
    override delete(key: object) {
      copies.delete(key)
      return super.delete(key)
    }
  }
  vi.stubGlobal('WeakMap', CountingMap)
  onTestFinished(() => void vi.unstubAllGlobals())
  const backend = createRotatingBackend()
  let sent = 0
  const browser = createBrowser(request => {
    sent += 1
    // Every second request fails, so no response cleans up.
    if (sent % 2 === 0) return Promise.reject(new TypeError('fetch failed'))
    expect(copies.size).toBeGreaterThan(0)
    return backend.fetch(request)
  })
  browser.values.set('token', backend.signIn())
  const { client } = browser.openTab()
  for (let count = 0; count < ROUNDS; count += 1) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        client.GET('/groups/{id}', { params: { path: { id: 1 } } }).catch(() => null),
      ),
    )
    backend.journal.length = 0
  }
  expect(sent).toBeGreaterThanOrEqual(ROUNDS * 100)
  expect(copies.size).toBe(0)
}, 60_000)
