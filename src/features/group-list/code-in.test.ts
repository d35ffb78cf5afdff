import { expect, test } from 'vitest'
import { codeIn } from './code-in'

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
])('X14 %j holds the code %j', (text, code) => {
  expect(codeIn(text)).toBe(code)
})

test.each([['не код'], ['javascript:alert(1)'], ['https://flagship.example/']])(
  'what holds none is no code: %j',
  text => {
    expect(codeIn(text)).not.toMatch(/^[A-Za-z0-9_-]+$/)
  },
)
