import { expect, test } from 'vitest'
import { parseInviteSearch } from './invite-search'

test.each<[unknown, object]>([
  ['AUTUMN-2026', { invite: 'AUTUMN-2026' }],
  [42, { invite: '42' }],
  [undefined, {}],
  ['', {}],
  ['   ', { badInvite: true }],
  ['AUTUMN-2026,', { invite: 'AUTUMN-2026' }],
  [' «AUTUMN-2026».\n', { invite: 'AUTUMN-2026' }],
  ['AUTUMN-2026 —', { invite: 'AUTUMN-2026' }],
  [['ä'], { badInvite: true }],
  [{ invite: 'a' }, { badInvite: true }],
  [null, { badInvite: true }],
  [true, { invite: 'true' }],
])('parses the invite %o', (invite, expected) => {
  expect(parseInviteSearch({ invite, other: 1 })).toEqual(expected)
})

test.each(['..', 'a/b', '__proto__', 'x'.repeat(129), 'ОСЕНЬ-2026', 'OSEN－2026', '\ud800x'])(
  'replaces a malformed code with a flag: %.20s',
  invite => {
    expect(parseInviteSearch({ invite })).toEqual({ badInvite: true })
    expect(parseInviteSearch({ badInvite: true })).toEqual({ badInvite: true })
    expect(parseInviteSearch({ invite: 'AUTUMN-2026', badInvite: true })).toEqual({ invite: 'AUTUMN-2026' })
  },
)
