import { expect, test } from 'vitest'
import { judge, overRounds, type Samples } from '../budgets'
import { boardBudgets } from './budgets'

const good = {
  rows: 40,
  ownSeen: 1,
  type: 20,
  clear: 30,
  sort: 60,
  own: 99,
  slowFrames120: 1,
  slowFrames1000: 2,
}

const bare = { slowFrames120: 1, slowFrames1000: 2 }

const samplesWith = (changes: Record<string, number> = {}): Samples =>
  new Map([
    [
      'bare, 10,000',
      [
        { ...bare, firstRow: 400 },
        { ...bare, firstRow: 500 },
        { ...bare, firstRow: 9000 },
      ],
    ],
    ['board, 10,000', [{ ...good, firstRow: 800, ...changes }]],
    ['board, 100,000', [{ ...good, firstRow: 1600 }]],
    ['board, 10,000, by a click', [{ sinceClick: 300 }]],
    ['board, 100,000, by a click', [{ sinceClick: 900 }]],
  ])

const exceeded = (samples: Samples) =>
  judge(samples, boardBudgets)
    .filter(({ isWithin }) => !isWithin)
    .map(({ measured }) => measured)

test('the median of a measure leaves the busy round out', () =>
  expect(overRounds(samplesWith(), 'bare, 10,000', 'firstRow')).toBe(500))

test('a board within every limit keeps all of them, at the limit too', () =>
  expect(exceeded(samplesWith())).toEqual([]))

test.each([
  [{ rows: 60 }, '60'],
  [{ ownSeen: 0 }, '0'],
  [{ sort: 100 }, '100.0 ms'],
  [{ slowFrames1000: 3 }, '1'],
  [{ type: Number.NaN }, '–'],
  [{ firstRow: 801 }, '1.60×'],
  [{ firstRow: 500 }, '3.20×'],
])('%j is one budget exceeded', (changes, measured) =>
  expect(exceeded(samplesWith(changes))).toEqual([measured]),
)

test("frames that are late in one round only are another program's", () => {
  const samples = new Map(samplesWith())
  samples.set('board, 10,000', [
    { ...good, firstRow: 800, slowFrames120: 7 },
    { ...good, firstRow: 800 },
    { ...good, firstRow: 800 },
  ])
  expect(exceeded(samples)).toEqual([])
})

test('what was not measured keeps no budget, and a target that was left out has none', () => {
  const samples = new Map([['board, 10,000', [{ ownSeen: 1 }]]])
  const verdicts = judge(samples, boardBudgets)
  expect(verdicts.map(({ measured, isWithin }) => [measured, isWithin])).toEqual([
    ['–', false],
    ['1', true],
    ['–', false],
  ])
})
