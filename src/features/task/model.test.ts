import { expect, test } from 'vitest'
import { writeupAccess } from './model'

test.each([
  ['always', true, 'open'],
  ['always', false, 'spoiler'],
  ['after_solve', true, 'open'],
  ['after_solve', false, 'closed'],
  ['with_report', false, 'unknown'],
  ['with_report', true, 'open'],
  ['__proto__', false, 'unknown'],
  ['constructor', false, 'unknown'],
  [null, false, 'unknown'],
])('X15 the rule %j, solved: %j → %s', (rule, isSolved, access) => {
  expect(writeupAccess({ writeup_rule: rule as 'always' }, isSolved)).toBe(access)
})
