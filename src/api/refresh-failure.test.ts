import { afterEach, describe, expect, test, vi } from 'vitest'
import { openExpiredTab } from '../test/expired-tab'
import { json } from '../test/rotating-backend'
import { ApiError } from './errors'
import { refreshLimit } from './refresh'
import type { RefreshFailure } from './refresh-failure'
import { refreshFailure } from './refresh-failure'

type Broken = () => Response | Promise<Response>

const open = async (answer: Broken, reading: RefreshFailure = refreshFailure) => {
  const tab = await openExpiredTab({ refreshFailure: reading })
  const forgotten: string[] = []
  tab.session.onForget(reason => forgotten.push(reason))
  tab.backend.breakWith(sent => (sent.path === '/auth/refresh' ? answer() : undefined))
  return { ...tab, forgotten }
}

/** What 20 callers get: the statuses of answers, the errors of failures. */
const outcomes = async ({ client }: Awaited<ReturnType<typeof open>>) => {
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => client.GET('/groups')))
  return settled.map(one => (one.status === 'fulfilled' ? one.value.response.status : one.reason))
}

const user = { id: 1, username: 'user-1' }
const html = () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })
const gateway = (status: number) => () =>
  new Response('<h1>Bad</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Answers of the application: under either reading the session is over. */
const failures: [string, Broken, number | Partial<ApiError>][] = [
  ['A03 401', () => json(401, { detail: 'Invalid refresh token' }), 401],
  ['A03 400', () => json(400, {}), 401],
  ['A03 403', () => json(403, {}), 401],
  ['A04 500', () => json(500, {}), { kind: 'http', status: 500 }],
  ['A04 HTML with status 200', html, { kind: 'badResponse' }],
  ['A23 an empty object', () => json(200, {}), { kind: 'badResponse' }],
  [
    'A23 empty tokens',
    () => json(200, { user, access_token: '', refresh_token: '' }),
    { kind: 'badResponse' },
  ],
  [
    'A23 tokens that are no text',
    () => json(200, { user, access_token: 1, refresh_token: null }),
    { kind: 'badResponse' },
  ],
  [
    'A23 the word undefined',
    () => json(200, { user, access_token: 'undefined', refresh_token: 'undefined' }),
    { kind: 'badResponse' },
  ],
  ['A23 no user', () => json(200, { access_token: 'a', refresh_token: 'r' }), { kind: 'badResponse' }],
]

/** No answer, or one of a gateway: the reading decides. */
const bad: [string, Broken, Partial<ApiError>][] = [
  ['A04 429', gateway(429), { kind: 'http', status: 429 }],
  ['A04 502', gateway(502), { kind: 'http', status: 502 }],
  ['A04 503', gateway(503), { kind: 'http', status: 503 }],
  ['A04 504', gateway(504), { kind: 'http', status: 504 }],
  ['A05 no connection', () => Promise.reject(new TypeError('fetch failed')), { kind: 'network' }],
]

const expectOutcome = (outcome: unknown, expected: number | Partial<ApiError>) => {
  if (typeof expected === 'number') return expect(outcome).toBe(expected)
  expect(outcome).toBeInstanceOf(ApiError)
  expect(outcome).toMatchObject({ ...expected, operation: 'get /groups' })
}

const turn = () => new Promise(resolve => setImmediate(resolve))

afterEach(() => vi.useRealTimers())

test('the one named reading is that only answers of the application are failures', () => {
  expect(refreshFailure).toBe('answers')
})

describe.each<RefreshFailure>(['answers', 'everything'])('reading %s', reading => {
  test.each(failures)('%s ends the session once for 20 callers', async (_, answer, expected) => {
    const tab = await open(answer, reading)
    for (const outcome of await outcomes(tab)) expectOutcome(outcome, expected)
    expect(tab.backend.counters.refreshes).toBe(1)
    expect(tab.browser.values.has('token')).toBe(false)
    expect(tab.session.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: 'expired' })
    expect(tab.forgotten).toEqual(['expired'])
  })

  test.each(bad)('%s', async (_, answer, expected) => {
    const tab = await open(answer, reading)
    for (const outcome of await outcomes(tab)) expectOutcome(outcome, expected)
    expect(tab.backend.counters.refreshes).toBe(1)
    const isKept = reading === 'answers'
    expect(tab.browser.values.has('token')).toBe(isKept)
    expect(tab.session.getState().status).toBe(isKept ? 'authenticated' : 'anonymous')
    expect(tab.forgotten).toEqual(isKept ? [] : ['expired'])
    tab.backend.breakWith(() => undefined)
    // Kept means usable: the next call brings the session back.
    expect((await tab.client.GET('/groups')).response.status).toBe(isKept ? 200 : 401)
  })

  test('A06 a refresh that never answers ends at its limit and frees the lock', async () => {
    const tab = await open(() => new Promise<Response>(() => {}), reading)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let settled = 0
    const all = outcomes(tab).finally(() => {
      settled += 1
    })
    while (tab.backend.counters.refreshes === 0) await turn()
    expect(refreshLimit).toBe(15_000)
    await vi.advanceTimersByTimeAsync(refreshLimit - 1)
    await turn()
    expect(settled).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    for (const outcome of await all) expectOutcome(outcome, { kind: 'timeout' })
    expect(tab.backend.counters.refreshes).toBe(1)
    expect(tab.browser.values.has('token')).toBe(reading === 'answers')
    tab.backend.breakWith(() => undefined)
    expect((await tab.client.GET('/groups')).response.status).toBe(reading === 'answers' ? 200 : 401)
  })
})

test('A15 a refresh that a login overtakes ends nothing, under the strictest reading either', async () => {
  const tab = await open(() => new Promise<Response>(() => {}), 'everything')
  const overtaken = expect(tab.session.refresh()).rejects.toMatchObject({ kind: 'aborted' })
  while (tab.backend.counters.refreshes === 0) await turn()
  const entering = tab.session.login({ username: 'user-1', password: 'right' })
  await overtaken
  await entering
  expect(tab.forgotten).toEqual([])
  expect(tab.session.getState()).toMatchObject({ status: 'authenticated', endedBecause: null })
})

test('A05 a start without connection is tried again when it is back', async () => {
  const tab = await openExpiredTab()
  const second = tab.browser.openTab()
  const fault = (sent: { path: string }) => {
    if (sent.path === '/auth/refresh') throw new TypeError('fetch failed')
    return undefined
  }
  tab.backend.breakWith(fault)
  await expect(second.session.start()).rejects.toMatchObject({ kind: 'network' })
  expect(second.session.getState()).toMatchObject({ status: 'starting', isFirstRequest: false })
  tab.backend.breakWith(() => undefined)
  second.events.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(second.session.getState().status).toBe('authenticated'))
  expect(tab.backend.counters.refreshes).toBe(2)
})

test('a refused refresh is tried once more when another tab has rotated the token meanwhile', async () => {
  const tab = await openExpiredTab()
  let times = 0
  tab.backend.breakWith(sent => {
    if (sent.path !== '/auth/refresh' || times++ > 0) return undefined
    tab.browser.values.set('token', 'refresh-of-another-tab')
    return json(401, { detail: 'Invalid refresh token' })
  })
  expect((await tab.client.GET('/groups')).response.status).toBe(200)
  expect(tab.backend.counters.refreshes).toBe(2)
  expect(tab.session.getState().status).toBe('authenticated')
})
