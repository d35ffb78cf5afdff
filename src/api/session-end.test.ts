import { expect, test } from 'vitest'
import { clock } from '../lib/clock'
import { createBrowser, openExpiredTab } from '../test/fake-browser'
import { createRotatingBackend, json, makeUser } from '../test/rotating-backend'
import { turns } from '../test/turns'
import type { ClearReason } from './session-core'

test('A14 a manually removed token: no refresh, signed out, data cleared', async () => {
  const { session, client, backend, browser } = await openExpiredTab()
  const cleared: ClearReason[] = []
  session.onClearUserData(reason => cleared.push(reason))
  const call = client.GET('/groups')
  browser.values.delete('token')
  expect((await call).response.status).toBe(401)
  expect(backend.counters.refreshes).toBe(0)
  expect(session.getState().status).toBe('anonymous')
  expect(cleared).toHaveLength(1)
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
    backend.interceptWith(sent => {
      if (sent.path !== '/auth/refresh') return undefined
      return new Promise(answer => resolve(() => answer(backend.rotate())))
    })
  })
  const release = await reached
  const left = tab.session.logout()
  // An aborted call settles without a response; one that can't be aborted delivers its tokens too late.
  if (!isAbortable) release()
  expect(tab.session.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
  expect((await call).response.status).toBe(401)
  await left
  await turns()
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
test.each(failing)(
  'A25 a logout that fails with %s still signs out and is only logged',
  async (_, answer) => {
    const { session, backend, browser, logged } = await openExpiredTab()
    backend.interceptWith(sent => (sent.path === '/auth/logout' ? answer() : undefined))
    await expect(session.logout()).resolves.toBeUndefined()
    expect(session.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: 'logout' })
    expect(browser.values.has('token')).toBe(false)
    expect(logged).toHaveLength(1)
    expect(backend.counters.refreshes).toBe(0)
    expect(backend.journal).toHaveLength(1)
  },
)

const paths = ({ journal }: { journal: readonly { path: string }[] }) => journal.map(({ path }) => path)

test('a login right after a logout waits for its response, which would remove the cookie', async () => {
  const { session, client, backend, expire } = await openExpiredTab()
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  backend.interceptWith(sent => (sent.path === '/auth/logout' ? held : undefined))
  void session.logout()
  const signingIn = session.login({ username: 'user-2', password: 'right' })
  await turns()
  expect(paths(backend)).toEqual(['/auth/logout'])
  release()
  await signingIn
  expect(paths(backend)).toEqual(['/auth/logout', '/auth/login'])
  expire()
  expect((await client.GET('/groups')).response.status).toBe(200)
})

test('a login waits at most five seconds for a pending logout', async () => {
  let isTired = () => {}
  const after: typeof clock.after = (delay, run) => {
    if (delay !== 5000) return clock.after(delay, run)
    isTired = run
    return () => {}
  }
  const { session, backend } = await openExpiredTab({ clock: { ...clock, after } })
  backend.interceptWith(sent => (sent.path === '/auth/logout' ? new Promise(() => {}) : undefined))
  void session.logout()
  const signingIn = session.login({ username: 'user-2', password: 'right' })
  await turns()
  expect(paths(backend)).toEqual(['/auth/logout'])
  isTired()
  expect(await signingIn).toMatchObject({ username: 'user-2' })
})

test('a refresh reads the user again after confirming the address', async () => {
  const { session, backend } = await openExpiredTab()
  const tokens = { access_token: 'a', refresh_token: 'r' }
  backend.interceptWith(sent =>
    sent.path === '/auth/refresh' ? json(200, { ...tokens, user: makeUser(1, 'renamed') }) : undefined,
  )
  await session.refresh()
  expect(session.getState().user?.username).toBe('renamed')
})

test('A15 a login that succeeds after a logout is ignored', async () => {
  const { session, backend, browser } = await openExpiredTab()
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  backend.interceptWith(sent => (sent.path === '/auth/login' ? held : undefined))
  const signingIn = session.login({ username: 'user-2', password: 'right' })
  await turns()
  await session.logout()
  release()
  await expect(signingIn).rejects.toMatchObject({ kind: 'aborted', operation: 'login' })
  expect(session.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
  expect(browser.values.has('token')).toBe(false)
})

test('A15 a login rejected after a logout keeps the logout', async () => {
  const { session, backend } = await openExpiredTab()
  let reject = () => {}
  const held = new Promise<Response>(resolve => {
    reject = () => resolve(json(401, { detail: 'Incorrect username or password' }))
  })
  backend.interceptWith(sent => (sent.path === '/auth/login' ? held : undefined))
  const signingIn = session.login({ username: 'user-2', password: 'wrong' })
  await turns()
  await session.logout()
  reject()
  await expect(signingIn).rejects.toMatchObject({ status: 401 })
  expect(session.getState().endedBecause).toBe('logout')
})

test('A25 a logout sends its token and outlives the page', async () => {
  const { session, backend } = await openExpiredTab()
  await session.refresh()
  const seen: unknown[] = []
  backend.interceptWith((sent, request) => {
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

test('A26 an LMS code without a response can be sent again, a rejected one cannot', async () => {
  const { session, backend } = await openExpiredTab()
  let failures = 1
  backend.interceptWith(sent => {
    if (sent.path === '/auth/callback' && failures-- > 0) throw new TypeError('fetch failed')
    return undefined
  })
  await expect(session.completeLmsLogin('c-1')).rejects.toMatchObject({
    kind: 'network',
    operation: 'completeLmsLogin',
  })
  expect(await session.completeLmsLogin('c-1')).toMatchObject({ id: 7 })
  expect(backend.sentTo('/auth/callback').map(({ body }) => body)).toEqual([
    '{"code":"c-1"}',
    '{"code":"c-1"}',
  ])
  backend.interceptWith(sent => (sent.path === '/auth/callback' ? json(403, { blocked: true }) : undefined))
  const blocked = session.completeLmsLogin('c-2')
  await expect(blocked).rejects.toMatchObject({ status: 403, isFromApplication: false })
  backend.interceptWith(sent =>
    sent.path === '/auth/callback' ? json(400, { detail: 'unknown code' }) : undefined,
  )
  const refused = [session.completeLmsLogin('c-2'), session.completeLmsLogin('c-2')]
  for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected')
  await expect(session.completeLmsLogin('c-2')).rejects.toMatchObject({ status: 400 })
  expect(backend.sentTo('/auth/callback')).toHaveLength(4)
})

test('shows the user that another call returned', async () => {
  const { session } = await openExpiredTab()
  session.updateUser(makeUser(1, 'renamed'))
  expect(session.getState()).toMatchObject({ status: 'authenticated', user: { username: 'renamed' } })
})
