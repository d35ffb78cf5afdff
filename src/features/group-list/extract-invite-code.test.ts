import { expect, test } from 'vitest'
import { extractInviteCode } from './extract-invite-code'

test.each([
  ['AUTUMN-2026', 'AUTUMN-2026'],
  ['  AUTUMN-2026\n', 'AUTUMN-2026'],
  ['«AUTUMN-2026».', 'AUTUMN-2026'],
  ['https://flagship.example/invite/AUTUMN-2026', 'AUTUMN-2026'],
  ['https://flagship.example/invite/AUTUMN-2026/?utm=1#top', 'AUTUMN-2026'],
  ['<https://flagship.example/invite/AUTUMN-2026>,', 'AUTUMN-2026'],
  ['flagship.example/invite/a_b', 'a_b'],
  ['/invite/a_b', 'a_b'],
  ['https://flagship.example/login?invite=AUTUMN-2026', 'AUTUMN-2026'],
  ['https://flagship.example/registration?x=1&invite=AUTUMN-2026#top', 'AUTUMN-2026'],
  ['https://flagship.example/invite/', ''],
  ['', ''],
  ['   ', ''],
])('X14 extracts from %j the code %j', (text, code) => {
  expect(extractInviteCode(text)).toBe(code)
})

test.each([['не код'], ['javascript:alert(1)'], ['https://flagship.example/']])(
  '%j contains no code',
  text => {
    expect(extractInviteCode(text)).not.toMatch(/^[A-Za-z0-9_-]+$/)
  },
)
