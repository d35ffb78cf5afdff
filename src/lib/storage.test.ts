import { describe, expect, test, vi } from 'vitest'
import { offlineBanner } from '../features/shell/offline-banner'
import { createStorage, type StorageKey, storageRegistry } from './storage'
import { isSameUser, userKey } from './user'

const keys = Object.keys(storageRegistry) as StorageKey[]

const makeArea = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string): void => void values.set(key, value),
    removeItem: (key: string): void => void values.delete(key),
  }
}

const full = () => {
  throw new DOMException('Full.', 'QuotaExceededError')
}

test('S06 the registry contains the prescribed keys, the theme, and prefixed keys', () => {
  const foreign = keys.filter(key => !key.startsWith('flagship.'))
  expect(foreign.sort()).toEqual(['FeedBack', 'auth_redirect', 'theme', 'token'])
})

describe('unavailable storage', () => {
  test('S01 full: the value lives in memory, reported once, and the old value does not return', () => {
    const area = makeArea()
    const onError = vi.fn()
    const storage = createStorage(() => area, onError)
    storage.set('token', 'first')
    area.setItem = full
    for (let count = 0; count < 5; count += 1) storage.set('token', `next-${count}`)
    expect(storage.get('token')).toBe('next-4')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(area.values.has('token')).toBe(false)
    storage.remove('token')
    expect(storage.get('token')).toBeNull()
  })

  test.each([
    ['works', {}, true],
    ['is full', { setItem: full }, false],
    ['drops what it is given', { setItem: () => {} }, false],
  ])('says whether values are kept: storage that %s', (_, own, isKept) => {
    const area = makeArea()
    expect(createStorage(() => ({ ...area, ...own })).isKept()).toBe(isKept)
    expect(createStorage(() => null).isKept()).toBe(false)
    expect(area.values.size).toBe(0)
  })

  test('S01 is used again once there is space', () => {
    const area = makeArea()
    const storage = createStorage(() => area)
    const { setItem } = area
    area.setItem = full
    storage.set('theme', 'dark')
    area.setItem = setItem
    storage.set('theme', 'light')
    expect(area.values.get('theme')).toBe('light')
    area.values.set('theme', 'dark')
    expect(storage.get('theme')).toBe('dark')
  })

  test.each<[string, () => null]>([
    [
      'throws',
      () => {
        throw new DOMException('No.', 'SecurityError')
      },
    ],
    ['is null', () => null],
  ])('S02 works without local storage that %s', (_, area) => {
    const storage = createStorage(area)
    expect(storage.get('token')).toBeNull()
    storage.set('token', 'abc')
    expect(storage.get('token')).toBe('abc')
    storage.clear('logout')
    expect(storage.get('token')).toBeNull()
  })
})

describe('validation', () => {
  test.each<[StorageKey, string]>([
    ['token', ''],
    ['token', 'undefined'],
    ['token', 'null'],
    ['token', '[object Object]'],
    ['token', 'two words'],
    ['token', 'a\r\nb'],
    ['token', 'x'.repeat(8193)],
    ['theme', 'pink'],
    ['auth_redirect', '/'.padEnd(5_000_000, 'a')],
    ['flagship.lastTask', '1/../2'],
    ['flagship.lastTask', ' 1/2'],
    ['flagship.lastTask', '1/2 '],
    ['flagship.lastTask', '0/2'],
    ['flagship.lastTask', '1/0'],
    ['flagship.lab', '12345678901/1'],
    ['flagship.lab', '1/12345678901'],
    ['flagship.payment', 'junk'],
    ['flagship.payment', Array.from({ length: 9 }, (_, at) => `${at + 1} 1764000000000`).join(', ')],
    ['flagship.places', '1 10 1763999000000 12,2 4 1763999000000'],
  ])('S03 %s rejects %.20j', (key, raw) => {
    const area = makeArea()
    area.values.set(key, raw)
    expect(createStorage(() => area).get(key)).toBeNull()
  })

  test.each<[StorageKey, string]>([
    ['auth_redirect', '/'.padEnd(2048, 'a')],
    ['token', '!'.repeat(8192)],
    ['flagship.lastTask', '1234567890/10'],
    ['flagship.lab', '1/101'],
    ['flagship.payment', Array.from({ length: 8 }, (_, at) => `${at + 1} 1764000000000 ok again`).join(', ')],
    ['flagship.places', '1 10 1763999000000 12, 2 4 1763999000000'],
  ])('%s accepts %.20j, up to its limit', (key, raw) => {
    const area = makeArea()
    area.values.set(key, raw)
    expect(createStorage(() => area).get(key)).toBe(raw)
  })

  test.each([
    ['5', true],
    ['5 1764000000000', true],
    ['5 ', false],
    ['5 -1', false],
    ['5 soon', false],
    ['0 1764000000000', false],
    ['5 17640000000000', false],
    ['5 1764000000000 1', false],
  ])('S03 the running exam and its end as %j are accepted: %s', (raw, isTaken) => {
    const area = makeArea()
    area.values.set('flagship.exam', raw)
    expect(createStorage(() => area).get('flagship.exam')).toBe(isTaken ? raw : null)
  })

  test.each(['null', 'undefined', '{}', '"'])('G05 an auth_redirect of %s is only a string', raw => {
    const area = makeArea()
    area.values.set('auth_redirect', raw)
    expect(createStorage(() => area).get('auth_redirect')).toBe(raw)
  })

  test('ignores values that are not strings', () => {
    const storage = createStorage(() => ({ ...makeArea(), getItem: () => 7 as unknown as string }))
    expect(storage.get('FeedBack')).toBeNull()
  })
})

describe('clearing', () => {
  const filled = () => {
    const area = makeArea()
    const storage = createStorage(() => area)
    for (const key of keys) area.values.set(key, 'x')
    area.values.set('key of another app', 'x')
    return { area, storage }
  }

  test('at logout: all data of the user, except unsent, unpaid or evidence', () => {
    const { area, storage } = filled()
    storage.clear('logout')
    expect([...area.values.keys()].sort()).toEqual(
      [
        'FeedBack',
        'flagship.examClock',
        'flagship.examLedger',
        'flagship.labNotices',
        'flagship.notice',
        'flagship.noticeHidden',
        'flagship.payment',
        'flagship.shortcuts',
        'flagship.taskMarks',
        'flagship.terminal',
        'flagship.user',
        'key of another app',
        'theme',
      ].sort(),
    )
  })

  test("at logout: the user's id stays only beside other data of that user", () => {
    const { area, storage } = filled()
    for (const key of ['FeedBack', 'flagship.examLedger', 'flagship.payment', 'flagship.taskMarks'])
      area.values.delete(key)
    storage.clear('logout')
    expect([...area.values.keys()].sort()).toEqual(
      [
        'flagship.examClock',
        'flagship.labNotices',
        'flagship.notice',
        'flagship.noticeHidden',
        'flagship.shortcuts',
        'flagship.terminal',
        'key of another app',
        'theme',
      ].sort(),
    )
  })

  test('A20 for another user: all data of the previous one, except the token, which is replaced', () => {
    const { area, storage } = filled()
    storage.clear('otherUser')
    expect([...area.values.keys()].sort()).toEqual(
      [
        'auth_redirect',
        'flagship.examClock',
        'flagship.labNotices',
        'flagship.notice',
        'flagship.noticeHidden',
        'flagship.shortcuts',
        'flagship.terminal',
        'flagship.user',
        'key of another app',
        'theme',
        'token',
      ].sort(),
    )
  })
})

test.each<[unknown, string | number]>([
  [7, 7],
  [undefined, '@ann'],
  [null, '@ann'],
  ['7', '@ann'],
  [1.5, '@ann'],
])('the key of a user with the id %j', (id, key) => {
  expect(userKey({ id, username: 'ann' })).toBe(key)
})

test('users are compared by id, or by username without ids', () => {
  expect(isSameUser({ id: 1, username: 'ann' }, { id: 1, username: 'bob' })).toBe(true)
  expect(isSameUser({ id: 1, username: 'ann' }, { id: 2, username: 'ann' })).toBe(false)
  expect(isSameUser({ username: 'ann' }, { username: 'ann' })).toBe(true)
  expect(isSameUser({ username: 'ann' }, { username: 'bob' })).toBe(false)
  expect(isSameUser(null, { username: 'ann' })).toBe(false)
  expect(isSameUser(null, null)).toBe(true)
})

test('the offline banner is suppressed until the last suppression ends', () => {
  const listener = vi.fn()
  const stop = offlineBanner.subscribe(listener)
  const [end, endOther] = [offlineBanner.suppress(), offlineBanner.suppress()]
  end()
  // Calling it again doesn't end the other suppression.
  end()
  expect(offlineBanner.isSuppressed()).toBe(true)
  endOther()
  expect(offlineBanner.isSuppressed()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(4)
  stop()
})
