import { expect, test } from 'vitest'
import { isSameUser, userKey } from './user-key'

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
