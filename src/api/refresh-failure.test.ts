import { afterEach, describe, expect, test, vi } from 'vitest'
import { openExpiredTab } from '../test/fake-browser'
import { json } from '../test/rotating-backend'
import { ApiError } from './errors'
import { REFRESH_TIMEOUT_MS } from './refresh'

type Broken = () => Response | Promise<Response>

const open = async (answer: Broken) => {
  const tab = await openExpiredTab()
  const cleared: string[] = []
  tab.session.onClearUserData(reason => cleared.push(reason))
  tab.backend.interceptWith(sent => (sent.path === '/auth/refresh' ? answer() : undefined))
  return { ...tab, cleared }
}

/** The results of 20 concurrent callers: statuses of responses, or errors. */
const outcomes = async ({ client }: Awaited<ReturnType<typeof open>>) => {
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => client.GET('/groups')))
  return settled.map(one => (one.status === 'fulfilled' ? one.value.response.status : one.reason))
}

const user = { id: 1, username: 'user-1' }
const html = () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })
const gateway = (status: number) => () =>
  new Response('<h1>Bad</h1>', { status, headers: { 'content-type': 'text/html' } })

/** The application itself refuses: the session is over. The callers get their own 401. */
const refusals: [string, Broken][] = [
  ['A03 401', () => json(401, { detail: 'Invalid refresh token' })],
  ['A03 400 with a detail of its own', () => json(400, { detail: 'refresh token is malformed' })],
  ['A03 403', () => json(403, { detail: 'email not verified' })],
  ['A03 404', () => json(404, { detail: 'user not exists' })],
  ['A03 422', () => json(422, { detail: [{ loc: ['cookie', 'refresh_token'], msg: 'Field required' }] })],
]

const text = (status: number, body: string, type = 'text/plain') =>
  new Response(body, { status, headers: { 'content-type': type } })
const badResponse = { kind: 'badResponse' } as const
const http = (status: number) => ({ kind: 'http', status }) as const

/** No answer, or none of the application's: the session may still be alive. */
const outages: [string, Broken, Partial<ApiError>][] = [
  ...[400, 401, 403, 404, 407, 410, 413, 429, 500, 502, 503, 504, 520].map(
    (status): [string, Broken, Partial<ApiError>] => [
      `A04 a page with ${status}`,
      gateway(status),
      http(status),
    ],
  ),
  ['A04 a firewall’s JSON', () => json(403, { message: 'Forbidden', request: '7f3' }), http(403)],
  ['A04 an empty object with 401', () => json(401, {}), http(401)],
  ['A04 a detail that is no text', () => json(401, { detail: { code: 7 } }), http(401)],
  ['A04 a list with 400', () => json(400, ['Invalid refresh token']), http(400)],
  ['A04 a text that names the detail', () => text(401, 'Invalid refresh token'), http(401)],
  ['A04 a doubled 401', () => text(401, '{"detail":"a"}{"detail":"a"}', 'application/json'), http(401)],
  ['A04 a 401 cut off', () => text(401, '{"detail":"Invalid refr', 'application/json'), http(401)],
  ['A04 the application’s own 409', () => json(409, { detail: 'try again' }), http(409)],
  ['A04 the application’s own 500', () => json(500, { detail: 'common' }), http(500)],
  ['A04 500 as text', () => text(500, 'Internal Server Error'), http(500)],
  ['A04 HTML with status 200', html, badResponse],
  ['A04 an empty 200', () => text(200, ''), badResponse],
  ['A04 204', () => new Response(null, { status: 204 }), badResponse],
  ['A23 an empty object', () => json(200, {}), badResponse],
  ['A23 empty tokens', () => json(200, { user, access_token: '', refresh_token: '' }), badResponse],
  [
    'A23 tokens that are not strings',
    () => json(200, { user, access_token: 1, refresh_token: null }),
    badResponse,
  ],
  [
    'A23 the string undefined',
    () => json(200, { user, access_token: 'undefined', refresh_token: 'undefined' }),
    badResponse,
  ],
  ['A23 no user', () => json(200, { access_token: 'a', refresh_token: 'r' }), badResponse],
  ['A05 no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'network' }],
]

const expectOutcome = (outcome: unknown, expected: number | Partial<ApiError>) => {
  if (typeof expected === 'number') return expect(outcome).toBe(expected)
  expect(outcome).toBeInstanceOf(ApiError)
  expect(outcome).toMatchObject(expected)
}

const turn = () => new Promise(resolve => setImmediate(resolve))

afterEach(() => vi.useRealTimers())

test.each(refusals)('%s ends the session once for 20 callers', async (_, answer) => {
  const tab = await open(answer)
  for (const outcome of await outcomes(tab)) expectOutcome(outcome, 401)
  expect(tab.backend.counters.refreshes).toBe(1)
  expect(tab.browser.values.has('token')).toBe(false)
  expect(tab.session.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: 'expired' })
  expect(tab.cleared).toEqual(['expired'])
})

test.each(outages)('%s keeps the token, and the next call refreshes again', async (_, answer, expected) => {
  const tab = await open(answer)
  for (const outcome of await outcomes(tab)) expectOutcome(outcome, expected)
  expect(tab.backend.counters.refreshes).toBe(1)
  expect(tab.browser.values.has('token')).toBe(true)
  expect(tab.session.getState().status).toBe('authenticated')
  expect(tab.cleared).toEqual([])
  tab.backend.interceptWith(() => undefined)
  expect((await tab.client.GET('/groups')).response.status).toBe(200)
})

/** A refresh without an answer until its time limit; `answer` sends one later. */
const openHungRefresh = async () => {
  let answer = (_: Response) => {}
  const hung = new Promise<Response>(resolve => {
    answer = resolve
  })
  const tab = await open(() => hung)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  let settled = 0
  const all = outcomes(tab).finally(() => {
    settled += 1
  })
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await turn()
  }
  while (tab.backend.counters.refreshes === 0) await turn()
  expect(REFRESH_TIMEOUT_MS).toBe(15_000)
  await pass(REFRESH_TIMEOUT_MS - 1)
  expect(settled).toBe(0)
  await pass(1)
  for (const outcome of await all) expectOutcome(outcome, { kind: 'timeout' })
  expect(tab.backend.counters.refreshes).toBe(1)
  expect(tab.browser.values.has('token')).toBe(true)
  // Whatever comes next is answered.
  tab.backend.interceptWith(() => undefined)
  return { ...tab, pass, answer }
}

const advanceUntil = async <T>(settles: Promise<T>, pass: (milliseconds: number) => Promise<void>) => {
  let isSettled = false
  const end = () => {
    isSettled = true
  }
  settles.then(end, end)
  let passed = 0
  for (; !isSettled && passed < 60_000; passed += 200) await pass(200)
  expect(isSettled).toBe(true)
  return { value: await settles, passed }
}

test('A06 a refresh that never answers times out, frees the lock, and is sent again after a while', async () => {
  const { client, backend, pass } = await openHungRefresh()
  const { value, passed } = await advanceUntil(client.GET('/groups'), pass)
  expect(value.response.status).toBe(200)
  expect(passed).toBeGreaterThanOrEqual(REFRESH_TIMEOUT_MS - 200)
  expect(backend.counters).toMatchObject({ refreshes: 2, mostRefreshesAtOnce: 1, reuse: 0 })
})

test('A06 the next refresh waits for a late answer instead of sending the old cookie again', async () => {
  const { client, backend, browser, session, pass, answer } = await openHungRefresh()
  const next = client.GET('/groups')
  const sibling = browser.openTab()
  const inOtherTab = sibling.session.start()
  await pass(3000)
  answer(backend.rotate())
  const { value, passed } = await advanceUntil(next, pass)
  expect(value.response.status).toBe(200)
  expect(passed).toBeLessThan(1000)
  await advanceUntil(inOtherTab, pass)
  expect(backend.counters).toMatchObject({ refreshes: 1, reuse: 0 })
  for (const one of [session, sibling.session]) expect(one.getState().status).toBe('authenticated')
  expect(browser.values.has('flagship.refreshing')).toBe(false)
})

test('A06 a late answer after a logout signs nobody in', async () => {
  const { backend, browser, session, pass, answer } = await openHungRefresh()
  await session.logout()
  answer(backend.rotate())
  await pass(1000)
  expect(session.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
  expect([...browser.values.keys()]).toEqual([])
})

test('A15 a login during a refresh aborts the refresh and keeps the new session', async () => {
  const tab = await open(() => new Promise<Response>(() => {}))
  const refreshing = expect(tab.session.refresh()).rejects.toMatchObject({ kind: 'aborted' })
  while (tab.backend.counters.refreshes === 0) await turn()
  const signingIn = tab.session.login({ username: 'user-1', password: 'right' })
  await refreshing
  await signingIn
  expect(tab.cleared).toEqual([])
  expect(tab.session.getState()).toMatchObject({ status: 'authenticated', endedBecause: null })
})

test('A05 a start without a connection is retried when it is back', async () => {
  const tab = await openExpiredTab()
  const second = tab.browser.openTab()
  const fault = (sent: { path: string }) => {
    if (sent.path === '/auth/refresh') throw new TypeError('fetch failed')
    return undefined
  }
  tab.backend.interceptWith(fault)
  await expect(second.session.start()).rejects.toMatchObject({ kind: 'network' })
  expect(second.session.getState()).toMatchObject({ status: 'starting', isFirstRequest: false })
  tab.backend.interceptWith(() => undefined)
  second.events.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(second.session.getState().status).toBe('authenticated'))
  expect(tab.backend.counters.refreshes).toBe(2)
})

test('a rejected refresh is retried once if another tab has rotated the token meanwhile', async () => {
  const tab = await openExpiredTab()
  let times = 0
  tab.backend.interceptWith(sent => {
    if (sent.path !== '/auth/refresh' || times++ > 0) return undefined
    tab.browser.values.set('token', 'refresh-of-another-tab')
    return json(401, { detail: 'Invalid refresh token' })
  })
  expect((await tab.client.GET('/groups')).response.status).toBe(200)
  expect(tab.backend.counters.refreshes).toBe(2)
  expect(tab.session.getState().status).toBe('authenticated')
})

describe('A29 a refresh that is refused right after a login', () => {
  const signInAndReload = async (refusal: Broken, isRenewed = false) => {
    const tab = await openExpiredTab()
    await tab.session.login({ username: 'user-1', password: 'right' })
    if (isRenewed) await tab.session.refresh()
    tab.backend.interceptWith(sent => (sent.path === '/auth/refresh' ? refusal() : undefined))
    const reloaded = tab.browser.openTab()
    await reloaded.session.start()
    return reloaded.session.getState()
  }
  const missing = () => json(401, { detail: 'No token provided' })

  test.each<[string, Broken]>([
    ['no token', missing],
    ['another detail', () => json(401, { detail: 'Not authenticated' })],
    [
      'a missing cookie in the list of FastAPI',
      () => json(422, { detail: [{ loc: ['cookie', 'sid'], msg: 'm' }] }),
    ],
  ])('by %s means that the browser keeps no cookies', async (_, refusal) => {
    expect(await signInAndReload(refusal)).toMatchObject({ status: 'anonymous', endedBecause: 'noCookies' })
  })

  test('for another reason, or after a refresh that worked, is an ended session', async () => {
    const denied = () => json(403, { detail: 'email not verified' })
    expect((await signInAndReload(denied)).endedBecause).toBe('expired')
    expect((await signInAndReload(missing, true)).endedBecause).toBe('expired')
  })
})
