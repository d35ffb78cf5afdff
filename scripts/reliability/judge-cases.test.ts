import { expect, test } from 'vitest'
import { judgeCases } from './judge-cases'
import { printCases } from './print-report'
import { casesOf } from './read-cases'
import type { KeptRun, TestResult } from './test-result'

const cases = casesOf('A', 'tests', '01 U  one\n02 UB both\n03 S  either\n04 B  two languages')
const passed: TestResult = { file: 'a.test.ts', title: 'A01 a', state: 'passed' }

const whole: KeptRun = {
  unit: [passed, { ...passed, title: 'group > A02 b' }],
  journeys: [
    { file: 'e2e/a.spec.ts', title: 'A02, A03 c', state: 'passed' },
    { file: 'e2e/a.spec.ts', title: 'A04 d (ru)', state: 'passed' },
    { file: 'e2e/a.spec.ts', title: 'A04 d (en)', state: 'skipped' },
  ],
}

const verdicts = (run: KeptRun) => judgeCases(cases, run).map(({ verdict }) => verdict)
const withJourney = (change: Partial<TestResult>): KeptRun => ({
  ...whole,
  journeys: (whole.journeys ?? []).map(one => ({ ...one, ...change })),
})

test('a case is held by tests that passed in each of its tiers, a journey in one of its languages', () => {
  expect(verdicts(whole)).toEqual(['held', 'held', 'held', 'held'])
})

test('what was not run is not held', () => {
  expect(verdicts({ ...whole, journeys: null })).toEqual(['held', 'not run', 'not run', 'not run'])
  expect(verdicts({ unit: null, journeys: null })).toEqual(Array(4).fill('not run'))
})

test('a test that is skipped in every language is not run, whatever else bears the name', () => {
  expect(verdicts(withJourney({ state: 'skipped' }))).toEqual(['held', 'not run', 'not run', 'not run'])
  const besides: TestResult = { ...passed, title: 'A01 b', state: 'skipped' }
  expect(verdicts({ ...whole, unit: [...(whole.unit ?? []), besides] })[0]).toBe('not run')
})

test('one failure among many breaks the case, and is named', () => {
  const failed: TestResult = { file: 'b.test.ts', title: 'A01 c', state: 'failed' }
  const judged = judgeCases(cases, { ...whole, unit: [...(whole.unit ?? []), failed] })
  expect(judged[0]).toMatchObject({ verdict: 'broken', reasons: ['b.test.ts: A01 c'] })
  expect(printCases(judged)).toBe(
    [
      '| group   |  held |',
      '|---------|------:|',
      '| A tests | 3 / 4 |',
      '| all     | 3 / 4 |',
      '',
      '  A01 broken: b.test.ts: A01 c',
    ].join('\n'),
  )
})
