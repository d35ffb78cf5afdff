import { expect, test } from 'vitest'
import { parseSharing } from './profile-sharing'

const token = 'k3Vd9sQ2mZ7xT1aB'

test.each<[is_public: unknown, share_link: unknown, isPublic: boolean | null, token: string | null]>([
  [true, token, true, token],
  [false, undefined, false, null],
  // Unclear values count as public.
  [false, token, true, token],
  [undefined, token, true, token],
  ['no', undefined, true, null],
  [undefined, undefined, null, null],
  [null, null, null, null],
  [true, undefined, true, null],
  [true, 7, true, null],
  [true, '', true, null],
  [true, 'javascript:alert(1)', true, null],
  [true, 'https://e.x/profile/k3Vd9sQ2mZ7xT1aB', true, null],
  [true, '//e.x', true, null],
  [true, '../groups', true, null],
  [true, '..', true, null],
  [true, '%2e%2e', true, null],
  [true, `${token}\n`, true, null],
  [true, '__proto__', true, null],
  [true, 'x'.repeat(129), true, null],
])('a profile with is_public %j and the link %j', (is_public, share_link, isPublic, found) => {
  const raw = { is_public, share_link } as unknown as Parameters<typeof parseSharing>[0]
  expect(parseSharing(raw)).toEqual({ isPublic, token: found })
})
