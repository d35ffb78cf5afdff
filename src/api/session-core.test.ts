import { describe, expect, test } from 'vitest'
import { createStorage } from '../lib/storage'
import { makeUser } from '../test/rotating-backend'
import type { AuthResponse } from './auth-response'
import type { SessionMessage } from './session-channel'
import { createSessionCore } from './session-core'

/** A session core, what its storage holds, and what it has told whom. */
const open = (kept: Record<string, string> = {}) => {
  const values = new Map(Object.entries(kept))
  const storage = createStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }))
  const posted: SessionMessage[] = []
  const told = { states: 0, adopted: 0, reloads: 0, forgotten: [] as string[] }
  const core = createSessionCore({
    storage,
    post: message => posted.push(message),
    reload: () => {
      told.reloads += 1
    },
  })
  core.subscribe(() => {
    told.states += 1
  })
  core.onAdopt(() => {
    told.adopted += 1
  })
  core.onForget(reason => told.forgotten.push(reason))
  return { core, values, posted, told }
}

const authOf = (id: number, round: number): AuthResponse => ({
  user: makeUser(id),
  access_token: `access-${round}`,
  refresh_token: `refresh-${round}`,
})

describe('new tokens', () => {
  test('of a login: kept, told to the other tabs, and the start of a new epoch', () => {
    const { core, values, posted, told } = open({ token: 'old' })
    const [epoch, signal] = [core.epoch(), core.signal()]
    core.adopt(authOf(1, 1), 'login')
    expect(core.getState()).toEqual({
      status: 'authenticated',
      user: makeUser(1),
      isFirstRequest: true,
      endedBecause: null,
    })
    expect([core.access(), core.token()]).toEqual(['access-1', 'refresh-1'])
    expect(Object.fromEntries(values)).toEqual({ token: 'refresh-1', 'flagship.user': '1' })
    expect(posted).toEqual([{ type: 'renewed', replaces: 'old', auth: authOf(1, 1) }])
    expect(core.epoch()).toBeGreaterThan(epoch)
    expect([signal.aborted, core.signal().aborted]).toEqual([true, false])
    expect(told).toEqual({ states: 1, adopted: 1, reloads: 0, forgotten: [] })
  })

  test('of a refresh: the same session goes on, and no screen renders for it', () => {
    const { core, values, posted, told } = open()
    core.adopt(authOf(1, 1), 'login')
    const [epoch, signal] = [core.epoch(), core.signal()]
    core.adopt(authOf(1, 2), 'refresh')
    expect([core.access(), values.get('token')]).toEqual(['access-2', 'refresh-2'])
    expect(posted.at(-1)).toEqual({ type: 'renewed', replaces: 'refresh-1', auth: authOf(1, 2) })
    expect([core.epoch(), signal.aborted]).toEqual([epoch, false])
    expect(told).toEqual({ states: 1, adopted: 2, reloads: 0, forgotten: [] })
  })

  test('of another tab: taken, and neither kept nor told again', () => {
    const { core, values, posted } = open({ token: 'refresh-1' })
    core.adopt(authOf(1, 1), 'sibling')
    expect([core.access(), core.token(), core.getState().status]).toEqual([
      'access-1',
      'refresh-1',
      'authenticated',
    ])
    expect([values.get('token'), posted]).toEqual(['refresh-1', []])
  })

  test.each([
    ['refresh', 1],
    ['sibling', 1],
    ['login', 0],
  ] as const)(
    'A20 of another person by a %s: the first one is forgotten, the page begins anew %d times',
    (from, reloads) => {
      const { core, values, told } = open()
      core.adopt(authOf(1, 1), 'login')
      const [epoch, signal] = [core.epoch(), core.signal()]
      values.set('flagship.lastTask', '1/101').set('theme', 'dark').set('auth_redirect', '/groups')
      core.adopt(authOf(2, 2), from)
      expect(told).toMatchObject({ forgotten: ['otherUser'], reloads })
      expect(core.epoch()).toBeGreaterThan(epoch)
      expect(signal.aborted).toBe(true)
      expect(values.has('flagship.lastTask')).toBe(false)
      expect([values.get('theme'), values.get('auth_redirect'), values.get('flagship.user')]).toEqual([
        'dark',
        '/groups',
        '2',
      ])
    },
  )

  test('A20 what is kept belongs to whoever signed in here last', () => {
    const mine = { 'flagship.user': '1', 'flagship.lastTask': '1/101' }
    const same = open(mine)
    same.core.adopt(authOf(1, 1), 'login')
    expect(same.values.get('flagship.lastTask')).toBe('1/101')
    const other = open(mine)
    other.core.adopt(authOf(2, 1), 'login')
    expect(other.values.has('flagship.lastTask')).toBe(false)
    // From before anybody was noted down: nobody else's, as far as is known.
    const first = open({ 'flagship.lastTask': '1/101' })
    first.core.adopt(authOf(1, 1), 'login')
    expect(first.values.get('flagship.lastTask')).toBe('1/101')
  })
})

describe('the end of a session', () => {
  const signedIn = () => {
    const made = open()
    made.core.adopt(authOf(1, 1), 'login')
    made.values.set('auth_redirect', '/groups').set('FeedBack', 'unsent')
    made.posted.length = 0
    return made
  }

  test.each([
    ['logout', 'logout', ['FeedBack', 'flagship.user']],
    ['expired', 'expired', ['FeedBack', 'auth_redirect', 'flagship.user']],
    [null, 'logout', ['FeedBack', 'auth_redirect', 'flagship.user']],
  ] as const)(
    'because of %s: tokens are gone, what leads back stays unless the person has left',
    (because, reason, left) => {
      const { core, values, posted, told } = signedIn()
      const [epoch, signal] = [core.epoch(), core.signal()]
      core.end(because)
      expect([core.access(), core.token()]).toEqual([null, null])
      expect(core.getState()).toMatchObject({ status: 'anonymous', user: null, endedBecause: because })
      expect([...values.keys()].sort()).toEqual(left)
      expect(posted).toEqual([{ type: 'ended', token: 'refresh-1', because }])
      expect(told.forgotten).toEqual([reason])
      expect(core.epoch()).toBeGreaterThan(epoch)
      expect(signal.aborted).toBe(true)
    },
  )

  test('that another tab has decided changes nothing that the tabs share', () => {
    const { core, values, posted, told } = signedIn()
    core.end('expired', 'elsewhere')
    expect([values.get('token'), posted, told.forgotten]).toEqual(['refresh-1', [], ['expired']])
    expect(core.access()).toBeNull()
  })

  test('is told once, of the token that is stored where none was taken yet, and of none where there is none', () => {
    const early = open({ token: 'stored' })
    early.core.end('expired')
    expect(early.posted).toEqual([{ type: 'ended', token: 'stored', because: 'expired' }])
    early.core.end('expired')
    expect([early.posted.length, early.told.forgotten]).toEqual([1, ['expired']])
  })

  test('S04 is found out by a look at the storage, and only there', () => {
    const { core, values, told } = signedIn()
    core.recheck()
    expect(core.getState().status).toBe('authenticated')
    values.delete('token')
    core.recheck()
    core.recheck()
    expect(core.getState()).toMatchObject({ status: 'anonymous', endedBecause: 'logout' })
    expect(told.forgotten).toEqual(['logout'])
    expect(values.get('auth_redirect')).toBe('/groups')
  })

  test('resets to the beginning, as if the page had just been opened', () => {
    const { core, values } = signedIn()
    core.reset()
    expect([core.access(), core.token(), core.getState().status]).toEqual([null, null, 'starting'])
    expect(values.get('token')).toBe('refresh-1')
  })
})

describe('the word of another tab', () => {
  const renewed = (replaces: string | null): SessionMessage => ({
    type: 'renewed',
    replaces,
    auth: authOf(1, 2),
  })

  test.each([
    ['refresh-2', 'x', 'access-2'],
    ['refresh-1', 'refresh-1', 'access-2'],
    ['refresh-1', 'refresh-0', 'access-1'],
    ['refresh-1', null, 'access-1'],
  ])('A15 new tokens while %s is stored and %s was replaced: %s', (stored, replaces, access) => {
    const { core, values } = open()
    core.adopt(authOf(1, 1), 'login')
    values.set('token', stored)
    core.hear(renewed(replaces))
    expect(core.access()).toBe(access)
  })

  test('A15 new tokens after a logout are not taken', () => {
    const { core } = open()
    core.adopt(authOf(1, 1), 'login')
    core.end('logout')
    core.hear(renewed('refresh-1'))
    expect([core.access(), core.getState().status]).toEqual([null, 'anonymous'])
  })

  test.each([
    ['refresh-1', 'refresh-9', 'anonymous'],
    ['refresh-9', 'refresh-9', 'anonymous'],
    ['refresh-9', undefined, 'anonymous'],
    ['refresh-9', 'refresh-8', 'authenticated'],
  ])('A19 the end of %s while %s is stored: %s', (token, stored, status) => {
    const { core, values, posted } = open()
    core.adopt(authOf(1, 1), 'login')
    if (stored === undefined) values.delete('token')
    else values.set('token', stored)
    posted.length = 0
    core.hear({ type: 'ended', token, because: 'expired' })
    expect(core.getState().status).toBe(status)
    expect(posted).toEqual([])
    expect(values.get('token')).toBe(stored)
  })

  test('an end is nothing to whoever is signed out', () => {
    const { core, told } = open()
    core.end('logout')
    const before = told.states
    core.hear({ type: 'ended', token: 'x', because: 'expired' })
    expect([told.states, core.getState().endedBecause]).toEqual([before, 'logout'])
  })
})

test('whoever has left hears no more', () => {
  const { core } = open()
  const heard: string[] = []
  const stops = [
    core.subscribe(() => heard.push('state')),
    core.onAdopt(() => heard.push('adopt')),
    core.onForget(() => heard.push('forget')),
  ]
  core.adopt(authOf(1, 1), 'login')
  for (const stop of stops) stop()
  core.end('logout')
  expect(heard).toEqual(['adopt', 'state'])
})
