import { expect, test } from 'vitest'
import { judge, type Samples } from '../budgets'
import { firstLoadBudgets } from './budgets'

const floor = { js: 100, firstPaint: 2000, largestPaint: 2000, ready: 2000, blocking: 100 }
const kept = { js: 130, firstPaint: 800, largestPaint: 900, ready: 2000, blocking: 150, shifts: 0 }

const samplesWith = (changes: Record<string, number> = {}): Samples =>
  new Map([
    ['floor /login', [floor]],
    ['/login', [{ ...kept, depthContent: 1, ...changes }, kept]],
  ])

const exceeded = (samples: Samples) =>
  judge(samples, firstLoadBudgets).flatMap(({ isWithin, measured }) => (isWithin ? [] : [measured]))

test('a login at every limit keeps all of them, and pages that were not measured have none', () =>
  expect(exceeded(samplesWith())).toEqual([]))

test.each([
  [{ js: 134 }, '1.32×'],
  [{ firstPaint: 900 }, '0.42×'],
  [{ ready: 2200 }, '1.05×'],
  [{ depthContent: 5 }, '5'],
  [{ shifts: 0.004 }, '0.004'],
])('%j is one budget exceeded', (changes, measured) =>
  expect(exceeded(samplesWith(changes))).toEqual([measured]),
)
