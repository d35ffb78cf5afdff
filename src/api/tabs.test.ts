import { describe, expect, test, vi } from 'vitest'
import { clock } from '../lib/clock'
import { type BrowserTab, createBrowser } from '../test/fake-browser'
import { createRotatingBackend, json, makeUser } from '../test/rotating-backend'
import { turns } from '../test/turns'
import type { ApiDeps } from './deps'

const open = async (count: number, overrides: Partial<ApiDeps> = {}) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(backend.fetch)
  browser.values.set('token', backend.signIn())
  const tabs = Array.from({ length: count }, () => browser.openTab(overrides))
  return { backend, browser, tabs }
}

const [first, second] = [0, 1]
const at = (tabs: BrowserTab[], index: number): BrowserTab => {
  const tab = tabs[index]
  if (!tab) throw new Error('No such tab.')
  return tab
}

const statuses = (tabs: BrowserTab[]) => tabs.map(({ session }) => session.getState().status)

describe('two tabs', () => {
  test('A16 share one refresh when both get a 401', async () => {
    const { backend, tabs } = await open(2)
    await Promise.all(tabs.map(({ session }) => session.start()))
    expect(backend.counters).toEqual({ refreshes: 1, reuse: 0, mostRefreshesAtOnce: 1 })
    for (let round = 0; round < 10; round += 1) {
      backend.expireAccess()
      const calls = tabs.flatMap(({ client }) => [client.GET('/groups'), client.GET('/groups')])
      const results = await Promise.all(calls)
      expect(results.map(({ response }) => response.status)).toEqual([200, 200, 200, 200])
    }
    expect(backend.counters).toEqual({ refreshes: 11, reuse: 0, mostRefreshesAtOnce: 1 })
    expect(statuses(tabs)).toEqual(['authenticated', 'authenticated'])
  })

  test('A16 refresh one after the other without a channel', async () => {
    const { backend, tabs } = await open(5, { openChannel: () => null })
    await Promise.all(tabs.map(({ session }) => session.start()))
    backend.expireAccess()
    const results = await Promise.all(tabs.map(({ client }) => client.GET('/groups')))
    expect(results.every(({ response }) => response.ok)).toBe(true)
    expect(backend.counters).toMatchObject({ reuse: 0, mostRefreshesAtOnce: 1 })
  })

  test("A16 accept the other tab's tokens although their own storage lags behind", async () => {
    const { backend, browser } = await open(0)
    const leader = browser.openTab()
    const stale = new Map(browser.values)
    const tab = browser.openTab()
    const lagging = { ...tab.storage, get: (key: 'token') => stale.get(key) ?? null }
    const follower = browser.openTab({ storage: lagging })
    await Promise.all([leader.session.start(), follower.session.start()])
    expect(statuses([leader, follower])).toEqual(['authenticated', 'authenticated'])
    expect(backend.counters).toEqual({ refreshes: 1, reuse: 0, mostRefreshesAtOnce: 1 })
  })

  /** A clock that only waits for an orphaned refresh advance; records the waits in milliseconds. */
  const createFastClock = (onWait = (_: number) => {}) => {
    const start = clock.now()
    let passed = 0
    const now = () => start + passed
    const after: typeof clock.after = (delay, run) => {
      if (delay > 200) return clock.after(delay, run)
      passed += delay
      onWait(passed)
      return clock.after(0, run)
    }
    return { clock: { ...clock, now, after }, waited: () => passed }
  }

  test('A17 wait the full timeout for the refresh of a closed tab', async () => {
    const { backend, browser } = await open(0)
    browser.values.set('flagship.refreshing', String(clock.now() - 1500))
    const fast = createFastClock()
    const tabs = [0, 1, 2].map(() => browser.openTab({ clock: fast.clock }))
    await Promise.all(tabs.map(({ session }) => session.start()))
    expect(fast.waited()).toEqual(expect.closeTo(13_500, -3))
    expect(statuses(tabs)).toEqual(['authenticated', 'authenticated', 'authenticated'])
    expect(backend.counters).toMatchObject({ refreshes: 1, reuse: 0 })
    expect(browser.values.has('flagship.refreshing')).toBe(false)
  })

  test('A17 stop waiting as soon as the response removes the cookie', async () => {
    const { backend, browser } = await open(0)
    browser.values.set('flagship.refreshing', `${clock.now()} c`)
    browser.cookies.write('flagship_refreshing=1')
    const fast = createFastClock(passed => {
      if (passed >= 600) browser.cookies.write('flagship_refreshing=; Max-Age=0')
    })
    await browser.openTab({ clock: fast.clock, cookies: browser.cookies }).session.start()
    expect(fast.waited()).toBe(600)
    expect(backend.counters).toMatchObject({ refreshes: 1, reuse: 0 })
    expect(browser.cookies.read()).toBe('')
  })

  test('A17 stop waiting after a logout in another tab', async () => {
    const { backend, browser } = await open(0)
    browser.values.set('flagship.refreshing', String(clock.now()))
    const fast = createFastClock(() => browser.values.delete('token'))
    const tab = browser.openTab({ clock: fast.clock })
    await tab.session.start().catch(() => {})
    expect(fast.waited()).toBe(200)
    expect(backend.counters.refreshes).toBe(0)
  })

  test.each([
    ['old', String(Date.now() - 60_000)],
    ['from the future', String(Date.now() + 60_000)],
    ['no time at all', 'x'],
  ])('ignore a mark of a refresh that is %s', async (_, mark) => {
    const { backend, browser } = await open(0)
    browser.values.set('flagship.refreshing', mark)
    const fast = createFastClock()
    await browser.openTab({ clock: fast.clock }).session.start()
    expect(fast.waited()).toBe(0)
    expect(backend.counters).toMatchObject({ refreshes: 1, reuse: 0 })
  })

  test('A19 a logout in one ends the session in the other, and nothing is sent with the old token', async () => {
    const { backend, browser, tabs } = await open(2)
    await Promise.all(tabs.map(({ session }) => session.start()))
    const other = at(tabs, second)
    const cleared: string[] = []
    other.session.onClearUserData(reason => cleared.push(reason))
    await at(tabs, first).session.logout()
    await turns()
    expect(other.session.getState()).toMatchObject({
      status: 'anonymous',
      user: null,
      endedBecause: 'logout',
    })
    expect(cleared).toEqual(['logout'])
    backend.journal.length = 0
    await other.client.GET('/groups')
    expect(backend.journal.map(({ bearer }) => bearer)).toEqual([null])
    expect(browser.values.has('token')).toBe(false)
  })

  test('A20 another user signs in: the other tab clears its data, reloads and resends nothing', async () => {
    const { backend, tabs } = await open(2, { openChannel: () => null })
    await Promise.all(tabs.map(({ session }) => session.start()))
    const other = at(tabs, second)
    const cleared: string[] = []
    other.session.onClearUserData(reason => cleared.push(reason))
    await at(tabs, first).session.login({ username: 'user-2', password: 'right' })
    backend.expireAccess()
    backend.journal.length = 0
    const { response } = await other.client.GET('/groups')
    expect(response.status).toBe(401)
    expect(backend.sentTo('/groups')).toHaveLength(1)
    expect(cleared).toEqual(['otherUser'])
    expect(other.counters.reloads).toBe(1)
    expect(other.session.getState().user?.username).toBe('user-2')
  })

  test('A20 a request pending at the logout is not resent as the next user', async () => {
    const { backend, tabs } = await open(2)
    await Promise.all(tabs.map(({ session }) => session.start()))
    const [leaver, other] = [at(tabs, first), at(tabs, second)]
    const held: (() => void)[] = []
    backend.interceptWith(sent => {
      if (sent.path !== '/groups') return undefined
      return new Promise(resolve => held.push(() => resolve(json(401, { detail: 'Invalid token' }))))
    })
    const call = leaver.client.GET('/groups')
    await vi.waitFor(() => expect(held).toHaveLength(1), { interval: 1 })
    await leaver.session.logout()
    await other.session.login({ username: 'user-2', password: 'right' })
    await vi.waitFor(() => expect(leaver.session.getState().user?.id).toBe(2), { interval: 1 })
    held[0]?.()
    expect((await call).response.status).toBe(401)
    expect(backend.sentTo('/groups')).toHaveLength(1)
  })

  test('A15 ignore tokens of another tab after a logout', async () => {
    const { browser, tabs } = await open(2)
    await Promise.all(tabs.map(({ session }) => session.start()))
    const tab = at(tabs, first)
    const old = browser.values.get('token') ?? ''
    await tab.session.logout()
    const auth = { user: makeUser(1), access_token: 'late', refresh_token: 'late' }
    browser.broadcast({ type: 'renewed', replaces: old, auth })
    browser.broadcast({ type: 'renewed', replaces: null, auth: { access_token: 'late' } })
    await turns()
    expect(tab.session.getState().status).toBe('anonymous')
    expect(browser.values.has('token')).toBe(false)
  })

  test('A20 notice another user immediately through the channel', async () => {
    const { tabs } = await open(2)
    await Promise.all(tabs.map(({ session }) => session.start()))
    const other = at(tabs, second)
    await at(tabs, first).session.login({ username: 'user-2', password: 'right' })
    await vi.waitFor(() => expect(other.counters.reloads).toBe(1), { interval: 1 })
    expect(at(tabs, first).counters.reloads).toBe(0)
  })

  test('a login in one signs the other in', async () => {
    const backend = createRotatingBackend()
    const browser = createBrowser(backend.fetch)
    const tabs = [browser.openTab(), browser.openTab()]
    await Promise.all(tabs.map(({ session }) => session.start()))
    await at(tabs, first).session.login({ username: 'user-2', password: 'right' })
    await vi.waitFor(() => expect(statuses(tabs)).toEqual(['authenticated', 'authenticated']), {
      interval: 1,
    })
    expect((await at(tabs, second).client.GET('/groups')).response.status).toBe(200)
    expect(backend.counters.refreshes).toBe(0)
  })
})

describe('storage changes', () => {
  const event = (name: string, facts: object) => Object.assign(new Event(name), facts)

  test('S04 ignores forged events and unknown keys; a real clear signs out', async () => {
    const { browser, tabs } = await open(1)
    const tab = at(tabs, first)
    await tab.session.start()
    tab.events.dispatchEvent(event('storage', { key: 'token', newValue: null }))
    tab.events.dispatchEvent(event('storage', { key: 'else', newValue: 'x' }))
    tab.events.dispatchEvent(event('storage', { key: null }))
    expect(tab.session.getState().status).toBe('authenticated')
    browser.values.clear()
    tab.events.dispatchEvent(event('storage', { key: null }))
    expect(tab.session.getState().status).toBe('anonymous')
  })

  test('G11 a page restored from the back/forward cache checks the token again', async () => {
    const { backend, browser, tabs } = await open(1)
    const tab = at(tabs, first)
    await tab.session.start()
    tab.events.dispatchEvent(event('pageshow', { persisted: true }))
    expect(backend.counters.refreshes).toBe(1)
    browser.values.set('token', backend.signIn(2))
    tab.events.dispatchEvent(event('pageshow', { persisted: false }))
    expect(backend.counters.refreshes).toBe(1)
    tab.events.dispatchEvent(event('pageshow', { persisted: true }))
    await vi.waitFor(() => expect(tab.counters.reloads).toBe(1), { interval: 1 })
    browser.values.delete('token')
    tab.events.dispatchEvent(event('pageshow', { persisted: true }))
    expect(tab.session.getState().status).toBe('anonymous')
  })

  test('S02 without storage the session lives in the tab', async () => {
    const backend = createRotatingBackend()
    const browser = createBrowser(backend.fetch)
    const { createStorage } = await import('../lib/storage')
    const denied = createStorage(() => {
      throw new DOMException('No.', 'SecurityError')
    })
    const tab = browser.openTab({ storage: denied })
    await tab.session.start()
    await tab.session.login({ username: 'user-1', password: 'right' })
    backend.expireAccess()
    expect((await tab.client.GET('/groups')).response.status).toBe(200)
    expect(backend.counters.refreshes).toBe(1)
  })
})
