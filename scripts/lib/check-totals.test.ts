import { expect, test } from 'vitest'
import { countLooks, countTests, printCounts, printDuration, printTotals } from './check-totals'

test.each([
  [
    '\u001b[2m Test Files \u001b[22m 409 passed (409)\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m9651 passed\u001b[39m | 7 skipped (9658)',
    9651,
  ],
  [' Test Files  2 failed | 407 passed (409)\n      Tests  5 failed | 9651 passed | 7 skipped (9663)', 9651],
  [
    '  ✓  1 › a sentence of 3 passed exams (2 s)\n  2 flaky\n    [journeys] › a.spec.ts\n  306 passed (39.0m)',
    308,
  ],
  ['Every generated file is up to date.', 0],
])('%j holds its number of tests', (output, tests) => expect(countTests(output)).toBe(tests))

const looks = (count: number) =>
  `  ${count} looks in 80 s by this worker, of 608 in this run and 608 in all\n`

test.each([
  [looks(240) + looks(368), 608],
  // A round that was tried again.
  [looks(240) + looks(100) + looks(368), 608],
  ['nothing of it', 0],
])('%j holds its number of looks', (output, count) => expect(countLooks(output)).toBe(count))

test.each([
  [7.6, '8 s'],
  [59.7, '1 min 00 s'],
  [725, '12 min 05 s'],
])('%d seconds are printed for a reader', (seconds, words) => expect(printDuration(seconds)).toBe(words))

test('each check is told with its counts and its time, and then their sums', () => {
  const checks = [
    { title: 'lint', isPassed: false, seconds: 4, tests: 0, looks: 0 },
    { title: 'e2e', isPassed: true, seconds: 65, tests: 12, looks: 608 },
  ]
  expect(printTotals(checks).split('\n')).toEqual([
    '| check | result | tests | looks |       time |',
    '|-------|-------:|------:|------:|-----------:|',
    '| lint  | FAILED |       |       |        4 s |',
    '| e2e   | passed |    12 |   608 | 1 min 05 s |',
  ])
  expect(printCounts(checks)).toBe('12 tests in them and 608 looks at pages')
  expect(printCounts(checks.slice(0, 1))).toBe('0 tests in them')
})
