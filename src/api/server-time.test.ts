import { expect, test } from 'vitest'
import { createServerClock } from '../lib/server-clock'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend } from '../test/rotating-backend'

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
