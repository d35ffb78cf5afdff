import { describe, expect, test } from 'vitest'
import type { UserKey } from '../lib/user'
import { createMemoryStorage } from '../test/memory-storage'
import { makeUser } from '../test/rotating-backend'
import type { Channel } from './deps'
import {
  type AuthResponse,
  createSessionChannel,
  isAuthResponse,
  type SessionMessage,
} from './session-channel'
import { createSessionCore } from './session-core'

/** A session core with its storage and its notifications. */
const open = (initialValues: Record<string, string> = {}) => {
  const values = new Map(Object.entries(initialValues))
  const storage = createMemoryStorage(values)
  const posted: SessionMessage[] = []
  const cleared: (UserKey | undefined)[] = []
  const counts = { states: 0, newTokens: 0, reloads: 0, cleared: [] as string[] }
  const core = createSessionCore({
    storage,
    clearTabData: user => cleared.push(user),
    post: message => posted.push(message),
    reload: () => {
      counts.reloads += 1
    },
  })
  core.subscribe(() => {
    counts.states += 1
  })
  core.onNewTokens(() => {
    counts.newTokens += 1
  })
  core.onClearUserData(reason => counts.cleared.push(reason))
  return { core, values, posted, cleared, counts }
}

const getAuth = (id: number, round: number): AuthResponse => ({
  user: makeUser(id),
  access_token: `access-${round}`,
  refresh_token: `refresh-${round}`,
})

describe('new tokens', () => {
  test('of a login are stored, sent to the other tabs and start a new epoch', () => {
    const { core, values, posted, counts } = open({ token: 'old' })
    const [epoch, signal] = [core.epoch(), core.signal()]
    core.applyAuth(getAuth(1, 1), 'login')
    expect(core.getState()).toEqual({
      status: 'authenticated',
      user: makeUser(1),
      isFirstRequest: true,
      endedBecause: null,
      isRefused: false,
    })
    expect([core.access(), core.token()]).toEqual(['access-1', 'refresh-1'])
    expect(Object.fromEntries(values)).toEqual({ token: 'refresh-1', 'flagship.user': '1' })
    expect(posted).toEqual([{ type: 'renewed', replaces: 'old', auth: getAuth(1, 1) }])
    expect(core.epoch()).toBeGreaterThan(epoch)
    expect([signal.aborted, core.signal().aborted]).toEqual([true, false])
    expect(counts).toEqual({ states: 1, newTokens: 1, reloads: 0, cleared: [] })
  })

  test('of a refresh continue the session without rerendering', () => {
    const { core, values, posted, counts } = open()
    core.applyAuth(getAuth(1, 1), 'login')
    const [epoch, signal] = [core.epoch(), core.signal()]
    core.applyAuth(getAuth(1, 2), 'refresh')
    expect([core.access(), values.get('token')]).toEqual(['access-2', 'refresh-2'])
    expect(posted.at(-1)).toEqual({ type: 'renewed', replaces: 'refresh-1', auth: getAuth(1, 2) })
    expect([core.epoch(), signal.aborted]).toEqual([epoch, false])
    expect(counts).toEqual({ states: 1, newTokens: 2, reloads: 0, cleared: [] })
  })

  test.each([
    ['refresh', 1],
    ['sibling', 1],
    ['login', 0],
  ] as const)('A20 of another user by a %s clear the data and reload %d times', (from, reloads) => {
    const { core, values, cleared, counts } = open()
    core.applyAuth(getAuth(1, 1), 'login')
    const [epoch, signal] = [core.epoch(), core.signal()]
    values.set('flagship.lastTask', '1/101').set('theme', 'dark').set('auth_redirect', '/groups')
    core.applyAuth(getAuth(2, 2), from)
    expect(counts).toMatchObject({ cleared: ['otherUser'], reloads })
    expect(cleared).toEqual([1, 2])
    expect(core.epoch()).toBeGreaterThan(epoch)
    expect(signal.aborted).toBe(true)
    expect(values.has('flagship.lastTask')).toBe(false)
    expect([values.get('theme'), values.get('auth_redirect'), values.get('flagship.user')]).toEqual([
      'dark',
      '/groups',
      '2',
    ])
  })

  test('A20 a tab whose session had expired keeps nothing when another user has signed in elsewhere', () => {
    const { core, values, cleared } = open()
    core.applyAuth(getAuth(1, 1), 'login')
    core.end('expired')
    expect(cleared).toEqual([1])
    values.set('token', 'refresh-2').set('flagship.user', '2')
    core.handleMessage({ type: 'renewed', replaces: null, auth: getAuth(2, 2) })
    expect(cleared).toEqual([1, 2])
  })

  test('V04 a logout leaves nothing in any tab, also one that hears of it', () => {
    for (const where of ['here', 'elsewhere'] as const) {
      const { core, cleared } = open()
      core.applyAuth(getAuth(1, 1), 'login')
      core.end('logout', where)
      expect(cleared).toEqual([1, undefined])
    }
  })

  test('A20 stored data belongs to the last user who signed in', () => {
    const mine = { 'flagship.user': '1', 'flagship.lastTask': '1/101' }
    const same = open(mine)
    same.core.applyAuth(getAuth(1, 1), 'login')
    expect(same.values.get('flagship.lastTask')).toBe('1/101')
    const other = open(mine)
    other.core.applyAuth(getAuth(2, 1), 'login')
    expect(other.values.has('flagship.lastTask')).toBe(false)
    // From a release without a stored user: assume the same user.
    const first = open({ 'flagship.lastTask': '1/101' })
    first.core.applyAuth(getAuth(1, 1), 'login')
    expect(first.values.get('flagship.lastTask')).toBe('1/101')
  })
})

describe('end of a session', () => {
  const signedIn = () => {
    const made = open()
    made.core.applyAuth(getAuth(1, 1), 'login')
    made.values.set('auth_redirect', '/groups').set('FeedBack', 'unsent')
    made.posted.length = 0
    return made
  }

  test.each([
    ['logout', 'logout', ['FeedBack', 'flagship.user']],
    ['expired', 'expired', ['FeedBack', 'auth_redirect', 'flagship.user']],
    [null, 'logout', ['FeedBack', 'auth_redirect', 'flagship.user']],
  ] as const)(
    'because of %s removes the tokens and keeps the redirect except after a logout',
    (because, reason, left) => {
      const { core, values, posted, counts } = signedIn()
      const [epoch, signal] = [core.epoch(), core.signal()]
      core.end(because)
      expect([core.access(), core.token()]).toEqual([null, null])
      expect(core.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: because })
      expect([...values.keys()].sort()).toEqual(left)
      expect(posted).toEqual([{ type: 'ended', token: 'refresh-1', because }])
      expect(counts.cleared).toEqual([reason])
      expect(core.epoch()).toBeGreaterThan(epoch)
      expect(signal.aborted).toBe(true)
    },
  )

  test('sends one message with the current or stored token, and none without a token', () => {
    const early = open({ token: 'stored' })
    early.core.end('expired')
    expect(early.posted).toEqual([{ type: 'ended', token: 'stored', because: 'expired' }])
    early.core.end('expired')
    expect([early.posted.length, early.counts.cleared]).toEqual([1, ['expired']])
  })
})

describe('messages of other tabs', () => {
  const renewed = (replaces: string | null): SessionMessage => ({
    type: 'renewed',
    replaces,
    auth: getAuth(1, 2),
  })

  test.each([
    ['refresh-2', 'x', 'access-2'],
    ['refresh-1', 'refresh-1', 'access-2'],
    ['refresh-1', 'refresh-0', 'access-1'],
    ['refresh-1', null, 'access-1'],
  ])('A15 new tokens while %s is stored and %s was replaced: %s', (stored, replaces, access) => {
    const { core, values } = open()
    core.applyAuth(getAuth(1, 1), 'login')
    values.set('token', stored)
    core.handleMessage(renewed(replaces))
    expect(core.access()).toBe(access)
  })

  test.each([
    ['refresh-1', 'refresh-9', 'anonymous'],
    ['refresh-9', 'refresh-9', 'anonymous'],
    ['refresh-9', undefined, 'anonymous'],
    ['refresh-9', 'refresh-8', 'authenticated'],
  ])('A19 the end of %s while %s is stored: %s', (token, stored, status) => {
    const { core, values, posted } = open()
    core.applyAuth(getAuth(1, 1), 'login')
    if (stored === undefined) values.delete('token')
    else values.set('token', stored)
    posted.length = 0
    core.handleMessage({ type: 'ended', token, because: 'expired' })
    expect(core.getState().status).toBe(status)
    expect(posted).toEqual([])
    expect(values.get('token')).toBe(stored)
  })
})

const auth = { user: makeUser(1), access_token: 'a.b-c_d=', refresh_token: '!~' }

test('accepts both tokens and a user with a name', () => {
  expect(isAuthResponse(auth)).toBe(true)
  expect(isAuthResponse({ user: { id: 7, username: '' }, access_token: 'a', refresh_token: 'r' })).toBe(true)
  expect(isAuthResponse({ ...auth, refresh_token: 'x'.repeat(8192) })).toBe(true)
  // Some platforms send no id.
  expect(isAuthResponse({ ...auth, user: { username: 'ann' } })).toBe(true)
  expect(isAuthResponse({ ...auth, user: { ...auth.user, id: '1' } })).toBe(true)
})

test.each([
  null,
  undefined,
  'token',
  [],
  {},
  { user: auth.user },
  ...['', 'undefined', 'null', 'two words', 'a\n', '\nb', 'ё', 'x'.repeat(8193), 7, null, ['a']].flatMap(
    token => [
      { ...auth, access_token: token },
      { ...auth, refresh_token: token },
    ],
  ),
  { ...auth, user: null },
  { ...auth, user: 'ann' },
  { ...auth, user: { ...auth.user, username: null } },
  { ...auth, user: { id: 1 } },
])('A23 rejects %.90j', answer => {
  expect(isAuthResponse(answer)).toBe(false)
})

const renewed: SessionMessage = { type: 'renewed', replaces: null, auth }
const ended: SessionMessage = { type: 'ended', token: '!~', because: 'logout' }

const openChannel = () => {
  const posted: unknown[] = []
  const state = { isClosed: false }
  const wire: Channel = {
    onmessage: null,
    postMessage: message => posted.push(message),
    close: () => {
      state.isClosed = true
    },
  }
  const received: unknown[] = []
  const channel = createSessionChannel(() => wire)
  channel.open(message => received.push(message))
  const arrive = (data: unknown) => wire.onmessage?.(new MessageEvent('message', { data }))
  return { channel, wire, posted, received, arrive, state }
}

test("tabs receive each other's messages unchanged", () => {
  const { channel, posted, received, arrive } = openChannel()
  channel.post(renewed)
  expect(posted).toEqual([renewed])
  for (const message of [renewed, { ...renewed, replaces: 'r0' }, ended]) arrive(message)
  expect(received).toEqual([renewed, { ...renewed, replaces: 'r0' }, ended])
})

test.each([
  null,
  undefined,
  'ended',
  7,
  {},
  { type: 'started' },
  { type: 'ended' },
  { type: 'ended', token: '!~' },
  { type: 'ended', token: 7, because: 'logout' },
  { type: 'ended', because: 'logout' },
  { type: 'renewed' },
  { type: 'renewed', auth },
  { type: 'renewed', replaces: null },
  { type: 'renewed', replaces: null, auth: null },
  { type: 'renewed', replaces: null, auth: { ...auth, access_token: 7 } },
  { type: 'started', replaces: null, auth },
  { replaces: null, auth },
])('S04 ignores a malformed message: %j', data => {
  const { received, arrive } = openChannel()
  arrive(data)
  expect(received).toEqual([])
})

test('works without a channel, and after closing it', () => {
  const { channel, posted, state } = openChannel()
  channel.close()
  channel.post(ended)
  expect([posted, state.isClosed]).toEqual([[], true])
  const throwError = (): Channel => {
    throw new DOMException('sandboxed', 'SecurityError')
  }
  for (const none of [createSessionChannel(() => null), createSessionChannel(throwError)]) {
    none.open(() => {})
    none.post(ended)
    none.close()
  }
})
