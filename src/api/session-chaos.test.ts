import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend, json } from '../test/rotating-backend'

const act = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('get', 'post') },
  { weight: 2, arbitrary: fc.constantFrom('expire', 'refresh') },
  { weight: 1, arbitrary: fc.constantFrom('logout', 'removeToken', 'clear', 'login') },
)
const outcome = fc.constantFrom('good', 'good', 'refused', 'gateway', 'cut')

/**
 * A27: requests, expiry, refreshes of every outcome, logout and changes of the storage in every order that the
 * scheduler finds. The journal is judged, not the code.
 */
test('A27 whatever happens in whatever order, the session keeps its promises', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(act, { minLength: 2, maxLength: 10 }),
    fc.infiniteStream(outcome),
    async (scheduler, acts, outcomes) => {
      const backend = createRotatingBackend()
      const browser = createBrowser(backend.fetch)
      browser.values.set('token', backend.signIn())
      const tab = browser.openTab()
      await tab.session.start()
      backend.setLatency(() => scheduler.schedule(Promise.resolve()))
      backend.breakWith(sent => {
        if (sent.path !== '/auth/refresh') return undefined
        const how = outcomes.next().value
        if (how === 'refused') return json(401, { detail: 'Invalid refresh token' })
        if (how === 'gateway') return json(502, {})
        if (how === 'cut') throw new TypeError('fetch failed')
        return undefined
      })
      const over = new Set<string | null>()
      const pending: Promise<unknown>[] = []
      /** Every bearer sent so far is that of a session that has just ended. */
      const bury = () => {
        for (const { bearer } of backend.journal) over.add(bearer)
      }
      let sent = 0
      const run: Record<string, () => Promise<unknown> | undefined> = {
        get: () => tab.client.GET('/groups/{id}', { params: { path: { id: ++sent } } }),
        post: () =>
          tab.client.POST('/pass_flag', {
            params: { query: { group_id: ++sent, task_id: 1 } },
            body: { flags: ['x'] },
          }),
        refresh: () => tab.session.refresh(),
        login: () => tab.session.login({ username: 'user-1', password: 'right' }),
        expire: () => void backend.expireAccess(),
        logout: () => tab.session.logout(),
        removeToken: () => void browser.values.delete('token'),
        clear: () => {
          browser.values.clear()
          tab.events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
          return undefined
        },
      }
      const buried: { at: number; bearers: Set<string | null> }[] = []
      for (const name of acts) {
        pending.push(
          scheduler.schedule(Promise.resolve(name)).then(() => {
            const done = run[name]?.()
            if (name === 'logout' || name === 'clear') {
              expect(tab.session.getState().status).toBe('anonymous')
              bury()
              buried.push({ at: backend.journal.length, bearers: new Set(over) })
            }
            return done
          }),
        )
      }
      const settled = Promise.allSettled(pending)
      await scheduler.waitFor(settled)
      // 1. Everything settled (or the line above had hung). 2. Never two refreshes at once, never a reused token.
      expect(backend.counters.mostRefreshesAtOnce).toBeLessThanOrEqual(1)
      // 3. No request was sent more than twice.
      const counts = new Map<string, number>()
      for (const { path } of backend.journal.filter(one => /groups\/|pass_flag/.test(one.path))) {
        counts.set(path, (counts.get(path) ?? 0) + 1)
      }
      for (const count of counts.values()) expect(count).toBeLessThanOrEqual(2)
      // 4. After a logout no bearer of the ended session went out, but the logout's own.
      for (const { at, bearers } of buried) {
        for (const { bearer, path } of backend.journal.slice(at)) {
          if (bearer && path !== '/auth/logout') expect([...bearers]).not.toContain(bearer)
        }
      }
      // 5. Signed out means that no token is kept.
      if (tab.session.getState().status === 'anonymous') expect(browser.values.has('token')).toBe(false)
    },
  )
  await fc.assert(property, { numRuns: 1000, seed: 27 })
}, 60_000)
