import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFull } from '../../scripts/lib/sampling'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend, json, type RotatingBackend } from '../test/rotating-backend'

const RUNS = isFull ? 1000 : 300

const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('get', 'post') },
    { weight: 4, arbitrary: fc.constantFrom('expire', 'expire', 'refresh') },
    { weight: 1, arbitrary: fc.constantFrom('logout', 'removeToken', 'clear', 'login') },
  ),
  { minLength: 5, maxLength: 20 },
)
type Outcome = 'good' | 'refused' | 'gateway' | 'cut'
const outcomes = fc.infiniteStream(
  fc.constantFrom<Outcome>('good', 'good', 'good', 'refused', 'gateway', 'cut'),
)

const breakRefreshes = (backend: RotatingBackend, next: () => Outcome) =>
  backend.interceptWith(sent => {
    if (sent.path !== '/auth/refresh') return undefined
    const outcome = next()
    if (outcome === 'refused') return json(401, { detail: 'Invalid refresh token' })
    if (outcome === 'gateway') return json(502, {})
    if (outcome === 'cut') throw new TypeError('fetch failed')
    return undefined
  })

const openChaos = async (scheduler: fc.Scheduler, next: () => Outcome) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(backend.fetch)
  browser.values.set('token', backend.signIn())
  const tab = browser.openTab()
  await tab.session.start()
  backend.setLatency(() => scheduler.schedule(Promise.resolve()))
  breakRefreshes(backend, next)
  /** For each end of a session: the number of requests so far and their tokens. */
  const ends: { at: number; bearers: Set<string | null>; status: string }[] = []
  const noteEnd = () => {
    const bearers = new Set(backend.journal.map(({ bearer }) => bearer))
    ends.push({ at: backend.journal.length, bearers, status: tab.session.getState().status })
  }
  let sent = 0
  const run: Record<string, () => Promise<unknown> | undefined> = {
    get: () => tab.client.GET('/groups/{id}', { params: { path: { id: ++sent } } }),
    post: () => {
      const query = { group_id: ++sent, task_id: 1 }
      return tab.client.POST('/deploy', { params: { query } })
    },
    refresh: () => tab.session.refresh(),
    login: () => tab.session.login({ username: 'user-1', password: 'right' }),
    expire: () => void backend.expireAccess(),
    removeToken: () => void browser.values.delete('token'),
    logout: () => {
      const left = tab.session.logout()
      noteEnd()
      return left
    },
    clear: () => {
      browser.values.clear()
      tab.events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
      return void noteEnd()
    },
  }
  return { backend, browser, tab, ends, run }
}

/**
 * Requests, expiry, refreshes of every outcome, logins, logouts and storage changes in every order; checks what reached
 * the server.
 */
test('A27 the session stays consistent for any sequence of events', async () => {
  let refreshes = 0
  const property = fc.asyncProperty(fc.scheduler(), acts, outcomes, async (scheduler, names, stream) => {
    const { backend, browser, tab, ends, run } = await openChaos(scheduler, () => stream.next().value)
    const begun = names.map(name => scheduler.schedule(Promise.resolve()).then(() => run[name]?.()))
    // Times out if a promise never settles.
    await scheduler.waitFor(Promise.allSettled(begun))
    expect(backend.counters.mostRefreshesAtOnce).toBeLessThanOrEqual(1)
    refreshes += backend.counters.refreshes

    const times = new Map<string, number>()
    for (const { path } of backend.journal.filter(one => /^\/(?:groups\/|deploy)/.test(one.path))) {
      times.set(path, (times.get(path) ?? 0) + 1)
    }
    expect([...times].filter(([, count]) => count > 2)).toEqual([])

    for (const { at, bearers, status } of ends) {
      expect(status).toBe('anonymous')
      const after = backend.journal.slice(at).filter(({ path }) => path !== '/auth/logout')
      expect(after.filter(({ bearer }) => bearer !== null && bearers.has(bearer))).toEqual([])
    }
    if (tab.session.getState().status === 'anonymous') expect(browser.values.has('token')).toBe(false)
  })
  await fc.assert(property, { numRuns: RUNS, seed: 27 })
  // Not only requests with a valid token.
  expect(refreshes).toBeGreaterThan(RUNS)
}, 60_000)
