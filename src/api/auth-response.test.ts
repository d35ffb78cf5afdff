import { expect, test } from 'vitest'
import { isAuthResponse } from './auth-response'

const user = { id: 1, username: 'ann', email: 'ann@example.com', email_verified: true, no_password: false }
const auth = { user, access_token: 'a.b-c_d=', refresh_token: '!~' }

test('accepts both tokens and a user with a name', () => {
  expect(isAuthResponse(auth)).toBe(true)
  expect(isAuthResponse({ user: { id: 7, username: '' }, access_token: 'a', refresh_token: 'r' })).toBe(true)
  expect(isAuthResponse({ ...auth, refresh_token: 'x'.repeat(8192) })).toBe(true)
  // Some platforms send no id.
  expect(isAuthResponse({ ...auth, user: { username: 'ann' } })).toBe(true)
  expect(isAuthResponse({ ...auth, user: { ...user, id: '1' } })).toBe(true)
})

test.each([
  null,
  undefined,
  'token',
  [],
  {},
  { user },
  ...['', 'undefined', 'null', 'two words', 'a\n', '\nb', 'ё', 'x'.repeat(8193), 7, null, ['a']].flatMap(
    token => [
      { ...auth, access_token: token },
      { ...auth, refresh_token: token },
    ],
  ),
  { ...auth, user: null },
  { ...auth, user: 'ann' },
  { ...auth, user: { ...user, username: null } },
  { ...auth, user: { id: 1 } },
])('A23 rejects %.90j', answer => {
  expect(isAuthResponse(answer)).toBe(false)
})
