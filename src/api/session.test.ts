import { describe, expect, test } from 'vitest'
import { createBrowser, openExpiredTab } from '../test/fake-browser'
import { createRotatingBackend, json, makeUser } from '../test/rotating-backend'
import { turns } from '../test/turns'
import type { ClearReason } from './session-core'

const openFresh = (token?: (backend: ReturnType<typeof createRotatingBackend>) => string) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(backend.fetch)
  if (token) browser.values.set('token', token(backend))
  const tab = browser.openTab()
  const cleared: ClearReason[] = []
  tab.session.onClearUserData(reason => cleared.push(reason))
  return { backend, browser, cleared, ...tab }
}

describe('start', () => {
  test('A21 the status is starting until the slow refresh is done', async () => {
    const tab = openFresh(backend => backend.signIn())
    tab.storage.set('auth_redirect', '/group/1')
    const seen: string[] = []
    tab.session.subscribe(() => seen.push(tab.session.getState().status))
    let answer = () => {}
    tab.backend.setLatency(
      () =>
        new Promise<void>(resolve => {
          answer = resolve
        }),
    )
    const started = tab.session.start()
    expect(tab.session.getState()).toEqual({
      status: 'starting',
      user: null,
      isFirstRequest: true,
      endedBecause: null,
      isRefused: false,
    })
    await turns()
    expect(tab.session.getState().status).toBe('starting')
    tab.backend.setLatency(async () => {})
    answer()
    await started
    expect(tab.session.getState()).toMatchObject({ status: 'authenticated', isFirstRequest: false })
    expect(seen).not.toContain('anonymous')
    expect(tab.storage.get('auth_redirect')).toBe('/group/1')
  })

  test('A22 resolves immediately and without a call when there is no token', async () => {
    const tab = openFresh()
    void tab.session.start()
    expect(tab.session.getState()).toMatchObject({ status: 'anonymous', isFirstRequest: true })
    await tab.session.start()
    expect(tab.backend.journal).toEqual([])
  })

  test('concurrent starts share one refresh', async () => {
    const tab = openFresh(backend => backend.signIn())
    await Promise.all([tab.session.start(), tab.session.start()])
    await tab.session.start()
    expect(tab.backend.counters.refreshes).toBe(1)
  })

  test('A19 follows the other tabs after a refresh that came before the start', async () => {
    const tab = openFresh(backend => backend.signIn())
    await tab.session.refresh()
    await tab.session.start()
    tab.browser.openTab().storage.remove('token')
    await Promise.resolve()
    expect(tab.session.getState().status).toBe('anonymous')
    expect(tab.backend.counters.refreshes).toBe(1)
  })

  test('F02 a framed payment page makes no call and no refresh', async () => {
    const backend = createRotatingBackend()
    const browser = createBrowser(backend.fetch)
    browser.values.set('token', backend.signIn())
    const tab = browser.openTab({ isSilent: true })
    await tab.session.start()
    expect(backend.journal).toEqual([])
    await tab.client.GET('/groups')
    expect(backend.counters.refreshes).toBe(0)
    expect(browser.values.has('token')).toBe(true)
  })
})

describe('login', () => {
  test('trims, stores the refresh token only and never exposes the access token', async () => {
    const tab = openFresh()
    await tab.session.start()
    const user = await tab.session.login({ username: ' user-3 ', password: ' right\t' })
    expect(JSON.parse(tab.backend.journal[0]?.body ?? '')).toEqual({ username: 'user-3', password: 'right' })
    expect(user).toEqual(makeUser(3))
    expect(tab.session.getState()).toMatchObject({ status: 'authenticated', user, isFirstRequest: true })
    expect(Object.fromEntries(tab.browser.values)).toEqual({
      token: 'refresh-1',
      'flagship.user': '3',
      'flagship.signedInAt': expect.stringMatching(/^\d{13}$/),
    })
    expect(JSON.stringify(tab.session.getState())).not.toContain('access-')
  })

  test('with an invite resets the first-request flag', async () => {
    const tab = openFresh()
    await tab.session.start()
    await tab.session.login({ username: 'user-3', password: 'right', invite: 'OSEN-2026' })
    expect(tab.session.getState().isFirstRequest).toBe(false)
  })

  test("A24 with a wrong password and a stale token: no refresh, the server's error, signed out", async () => {
    const tab = openFresh()
    await tab.session.start()
    tab.storage.set('token', 'stale')
    const login = tab.session.login({ username: 'user-3', password: 'wrong' })
    await expect(login).rejects.toMatchObject({ status: 401, detail: 'Incorrect username or password' })
    expect(tab.backend.counters.refreshes).toBe(0)
    expect(tab.backend.journal).toHaveLength(1)
    expect(tab.session.getState()).toMatchObject({ status: 'anonymous', user: null })
    expect(tab.storage.get('token')).toBeNull()
  })

  test('without a response changes nothing', async () => {
    const { session, backend, storage } = await openExpiredTab()
    backend.interceptWith(() => {
      throw new TypeError('fetch failed')
    })
    await expect(session.login({ username: 'a', password: 'b' })).rejects.toMatchObject({ kind: 'network' })
    expect(session.getState().status).toBe('authenticated')
    expect(storage.get('token')).not.toBeNull()
  })

  test('A23 without tokens in the response starts no session', async () => {
    const tab = openFresh()
    await tab.session.start()
    tab.backend.interceptWith(() => json(200, { user: makeUser(1) }))
    await expect(tab.session.login({ username: 'a', password: 'b' })).rejects.toMatchObject({
      kind: 'badResponse',
    })
    expect(tab.session.getState().status).toBe('anonymous')
    expect(tab.browser.values.size).toBe(0)
  })

  test('A26 sends an LMS code once, however often the page calls it', async () => {
    const tab = openFresh()
    await tab.session.start()
    const [first, second] = await Promise.all([
      tab.session.completeLmsLogin('code-1'),
      tab.session.completeLmsLogin('code-1'),
    ])
    await tab.session.completeLmsLogin('code-1')
    expect(first).toBe(second)
    expect(tab.backend.sentTo('/auth/callback')).toHaveLength(1)
  })

  test('another user on the same device finds no data of the previous one', async () => {
    const tab = openFresh()
    await tab.session.start()
    await tab.session.login({ username: 'user-1', password: 'right' })
    tab.storage.set('FeedBack', 'mine')
    tab.storage.set('theme', 'dark')
    await tab.session.logout()
    expect(tab.storage.get('FeedBack')).toBe('mine')
    tab.storage.set('auth_redirect', '/groups')
    await tab.session.login({ username: 'user-2', password: 'right' })
    expect(tab.storage.get('FeedBack')).toBeNull()
    expect(tab.storage.get('auth_redirect')).toBe('/groups')
    expect(tab.storage.get('theme')).toBe('dark')
  })
})

const invite = 'OSEN-2026'

test('joining by an invite signs the same user in again and keeps the cached data', async () => {
  const { session, backend, storage } = await openExpiredTab()
  const before = session.getState()
  const token = storage.get('token')
  const cleared: string[] = []
  session.onClearUserData(reason => cleared.push(reason))
  await session.join({ username: ' user-1 ', password: ' right ', invite })
  const sent = backend.journal.map(({ path, body }) => [path, JSON.parse(body)])
  expect(sent).toEqual([['/auth/login', { username: 'user-1', password: 'right', invite }]])
  expect(session.getState()).toMatchObject({ status: 'authenticated', isFirstRequest: false })
  expect(session.getState().user?.id).toBe(before.user?.id)
  expect(cleared).toEqual([])
  expect(storage.get('token')).not.toBe(token)
})

test.each([
  ['a wrong password', undefined, 401],
  ['an invite that ended', () => json(404, { detail: 'Group with this invite code not found' }), 404],
  ['an unconfirmed address', () => json(403, { detail: 'email not verified' }), 403],
])('a rejected join keeps the session, in this tab and the next: %s', async (_, answer, status) => {
  const { session, backend, browser, storage, client } = await openExpiredTab()
  const other = browser.openTab()
  await other.session.start()
  const token = storage.get('token')
  if (answer) backend.interceptWith(sent => (sent.path === '/auth/login' ? answer() : undefined))
  const joining = session.join({ username: 'user-1', password: 'wrong', invite })
  await expect(joining).rejects.toMatchObject({ kind: 'http', status })
  expect(session.getState().status).toBe('authenticated')
  expect(other.session.getState().status).toBe('authenticated')
  expect(storage.get('token')).toBe(token)
  expect((await client.GET('/groups')).response.status).toBe(200)
})

test('a join that succeeds after a logout is ignored', async () => {
  const { session, backend, storage } = await openExpiredTab()
  let answer = () => {}
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  backend.setLatency(() => slow)
  const joining = session.join({ username: 'user-1', password: 'right', invite })
  const refused = expect(joining).rejects.toMatchObject({ kind: 'aborted' })
  void session.logout()
  answer()
  await refused
  expect(session.getState().status).toBe('anonymous')
  expect(storage.get('token')).toBeNull()
})
