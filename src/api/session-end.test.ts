import { expect, test } from 'vitest'
import { clock } from '../lib/clock'
import { openExpiredTab } from '../test/expired-tab'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend, json, makeUser } from '../test/rotating-backend'
import type { ForgetReason } from './session-core'

test('A14 a token that was removed by hand: no refresh, signed out, everything forgotten', async () => {
  const { session, client, backend, browser } = await openExpiredTab()
  const forgotten: ForgetReason[] = []
  session.onForget(reason => forgotten.push(reason))
  const call = client.GET('/groups')
  browser.values.delete('token')
  expect((await call).response.status).toBe(401)
  expect(backend.counters.refreshes).toBe(0)
  expect(session.getState().status).toBe('anonymous')
  expect(forgotten).toHaveLength(1)
})

test.each([true, false])('A15 a logout during a refresh is final (abortable: %s)', async isAbortable => {
  const backend = createRotatingBackend()
  const fetch = (request: Request) =>
    backend.fetch(isAbortable ? request : new Request(request, { signal: new AbortController().signal }))
  const browser = createBrowser(fetch)
  browser.values.set('token', backend.signIn())
  const tab = browser.openTab()
  await tab.session.start()
  backend.expireAccess()
  const call = tab.client.GET('/groups')
  const reached = new Promise<() => void>(resolve => {
    backend.breakWith(sent => {
      if (sent.path !== '/auth/refresh') return undefined
      return new Promise(answer => resolve(() => answer(backend.rotate())))
    })
  })
  const release = await reached
  const left = tab.session.logout()
  // An aborted call needs no answer to end; one that cannot be aborted brings its tokens too late.
  if (!isAbortable) release()
  expect(tab.session.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
  expect((await call).response.status).toBe(401)
  await left
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(tab.session.getState().status).toBe('anonymous')
  expect(browser.values.has('token')).toBe(false)
  expect(backend.sentTo('/groups')).toHaveLength(1)
  await tab.client.GET('/groups')
  expect(backend.sentTo('/groups').at(-1)?.bearer).toBeNull()
})

const failing: [string, () => Response][] = [
  ['500', () => json(500, {})],
  ['401', () => json(401, { detail: 'Invalid refresh token' })],
  [
    'no connection',
    () => {
      throw new TypeError('fetch failed')
    },
  ],
]
test.each(failing)('A25 a logout that fails with %s is a logout, and only logged', async (_, answer) => {
  const { session, backend, browser, logged } = await openExpiredTab()
  backend.breakWith(sent => (sent.path === '/auth/logout' ? answer() : undefined))
  await expect(session.logout()).resolves.toBeUndefined()
  expect(session.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: 'logout' })
  expect(browser.values.has('token')).toBe(false)
  expect(logged).toHaveLength(1)
  expect(backend.counters.refreshes).toBe(0)
  expect(backend.journal).toHaveLength(1)
})

const paths = ({ journal }: { journal: readonly { path: string }[] }) => journal.map(({ path }) => path)
const soon = () => new Promise(resolve => setTimeout(resolve, 20))

test('a login right after a logout waits for its answer, which would remove the cookie', async () => {
  const { session, client, backend, expire } = await openExpiredTab()
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  backend.breakWith(sent => (sent.path === '/auth/logout' ? held : undefined))
  void session.logout()
  const entering = session.login({ username: 'user-2', password: 'right' })
  await soon()
  expect(paths(backend)).toEqual(['/auth/logout'])
  release()
  await entering
  expect(paths(backend)).toEqual(['/auth/logout', '/auth/login'])
  expire()
  expect((await client.GET('/groups')).response.status).toBe(200)
})

test('it waits five seconds for a logout that gets no answer, and then no longer', async () => {
  let isTired = () => {}
  const after: typeof clock.after = (delay, run) => {
    if (delay !== 5000) return clock.after(delay, run)
    isTired = run
    return () => {}
  }
  const { session, backend } = await openExpiredTab({ clock: { ...clock, after } })
  backend.breakWith(sent => (sent.path === '/auth/logout' ? new Promise(() => {}) : undefined))
  void session.logout()
  const entering = session.login({ username: 'user-2', password: 'right' })
  await soon()
  expect(paths(backend)).toEqual(['/auth/logout'])
  isTired()
  expect(await entering).toMatchObject({ username: 'user-2' })
})

test('confirming the address reads the user again', async () => {
  const { session, backend } = await openExpiredTab()
  const tokens = { access_token: 'a', refresh_token: 'r' }
  backend.breakWith(sent =>
    sent.path === '/auth/refresh' ? json(200, { ...tokens, user: makeUser(1, 'renamed') }) : undefined,
  )
  await session.refresh()
  expect(session.getState().user?.username).toBe('renamed')
})

test('A15 a login that is answered after a logout signs nobody in', async () => {
  const { session, backend, browser } = await openExpiredTab()
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  backend.breakWith(sent => (sent.path === '/auth/login' ? held : undefined))
  const entering = session.login({ username: 'user-2', password: 'right' })
  await soon()
  await session.logout()
  release()
  await expect(entering).rejects.toMatchObject({ kind: 'aborted', operation: 'post /auth/login' })
  expect(session.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
  expect(browser.values.has('token')).toBe(false)
})

test('A15 a login that is refused after a logout leaves it a logout', async () => {
  const { session, backend } = await openExpiredTab()
  let refuse = () => {}
  const held = new Promise<Response>(resolve => {
    refuse = () => resolve(json(401, { detail: 'Incorrect username or password' }))
  })
  backend.breakWith(sent => (sent.path === '/auth/login' ? held : undefined))
  const entering = session.login({ username: 'user-2', password: 'wrong' })
  await soon()
  await session.logout()
  refuse()
  await expect(entering).rejects.toMatchObject({ status: 401 })
  expect(session.getState().endedBecause).toBe('logout')
})

test('A25 a logout names the session that it ends, and arrives though the page is gone', async () => {
  const { session, backend } = await openExpiredTab()
  await session.refresh()
  const seen: unknown[] = []
  backend.breakWith((sent, request) => {
    if (sent.path === '/auth/logout') seen.push([sent.bearer, request.keepalive])
    return undefined
  })
  await session.logout()
  await session.logout()
  expect(seen).toEqual([
    ['access-3', true],
    [null, true],
  ])
})

test('A26 a code of the learning system that got no answer may be sent again, a refused one is spent', async () => {
  const { session, backend } = await openExpiredTab()
  let failures = 1
  backend.breakWith(sent => {
    if (sent.path === '/auth/callback' && failures-- > 0) throw new TypeError('fetch failed')
    return undefined
  })
  await expect(session.completeLmsLogin('c-1')).rejects.toMatchObject({
    kind: 'network',
    operation: 'post /auth/callback',
  })
  expect(await session.completeLmsLogin('c-1')).toMatchObject({ id: 7 })
  expect(backend.sentTo('/auth/callback').map(({ body }) => body)).toEqual([
    '{"code":"c-1"}',
    '{"code":"c-1"}',
  ])
  backend.breakWith(sent => (sent.path === '/auth/callback' ? json(400, {}) : undefined))
  const refused = [session.completeLmsLogin('c-2'), session.completeLmsLogin('c-2')]
  for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected')
  await expect(session.completeLmsLogin('c-2')).rejects.toMatchObject({ status: 400 })
  expect(backend.sentTo('/auth/callback')).toHaveLength(3)
})

test('the user that another call has answered is shown at once', async () => {
  const { session } = await openExpiredTab()
  session.updateUser(makeUser(1, 'renamed'))
  expect(session.getState()).toMatchObject({ status: 'authenticated', user: { username: 'renamed' } })
})
