import { expect, test } from 'vitest'
import { parseInviteSearch } from './invite-search'

test.each<[unknown, object]>([
  ['AUTUMN-2026', { invite: 'AUTUMN-2026' }],
  [42, { invite: '42' }],
  [undefined, {}],
  ['', {}],
  ['..', {}],
  ['a/b', {}],
  ['__proto__', {}],
  ['x'.repeat(129), {}],
  [['a'], {}],
  [{ invite: 'a' }, {}],
  [null, {}],
  [true, {}],
])('an address that carries the invite %o', (invite, expected) => {
  expect(parseInviteSearch({ invite, other: 1 })).toEqual(expected)
})
