import { expect, test } from 'vitest'
import { shortEmail } from './short-email'

test.each([
  ['', ''],
  ['anna@example.com', 'anna@example.com'],
  ['exactly-21@chars.test', 'exactly-21@chars.test'],
  ['exactly-22b@chars.test', 'exactly-…@chars.test'],
  ['alexandra.vorobyova@student.example', 'alexandr…@student.example'],
  ['anna@a-very-long-domain.example', 'anna@a-very-long-dom…'],
  ['eightchr@a-long-domain.example', 'eightchr@a-long-doma…'],
  ['ninechars@a-long-domain.example', 'ninechar…@a-long-dom…'],
  ['"a@b"@a-long-domain.example', '"a@b"@a-long-domain.…'],
  ['no-at-sign-in-here-at-all', 'no-at-si…'],
  // Counts code points, not UTF-16 units.
  [`${'🚩'.repeat(9)}@long.domain.example`, `${'🚩'.repeat(8)}…@long.domai…`],
  [`${'🚩'.repeat(5)}@example.com`, `${'🚩'.repeat(5)}@example.com`],
])('%s is shown as %s', (email, shown) => {
  expect(shortEmail(email)).toBe(shown)
  if ([...email].length > 21) expect([...shown].length).toBeLessThan([...email].length)
})
