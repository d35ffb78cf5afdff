import { expect, test } from 'vitest'
import { type Evidence, judgeCases } from './judge-cases'
import { printCases } from './print-report'
import { casesOf } from './read-cases'
import type { CheckState, KeptRun, TestResult } from './test-result'

const cases = casesOf('A', 'tests', '01 U  one\n02 UB both\n03 S  either\n04 B  two languages')
const passed: TestResult = { file: 'a.test.ts', title: 'A01 a', state: 'passed' }

const whole: KeptRun = {
  unit: [passed, { ...passed, title: 'group > A02 b' }],
  journeys: [
    { file: 'e2e/a.spec.ts', title: 'A02, A03 c', state: 'passed' },
    { file: 'e2e/a.spec.ts', title: 'A04 d (ru)', state: 'passed' },
    { file: 'e2e/a.spec.ts', title: 'A04 d (en)', state: 'skipped' },
  ],
  checks: null,
}

const evidence = (run: KeptRun, others: Partial<Evidence> = {}): Evidence => ({
  run,
  figures: [],
  files: new Map(),
  ...others,
})
const verdicts = (run: KeptRun, others?: Partial<Evidence>) =>
  judgeCases(cases, evidence(run, others)).map(({ verdict }) => verdict)
const withJourney = (change: Partial<TestResult>): KeptRun => ({
  ...whole,
  journeys: (whole.journeys ?? []).map(one => ({ ...one, ...change })),
})

test('a case is held by tests that passed in each of its tiers, a journey in one of its languages', () => {
  expect(verdicts(whole)).toEqual(['held', 'held', 'held', 'held'])
})

test('what was not run is not held', () => {
  expect(verdicts({ ...whole, journeys: null })).toEqual(['held', 'not run', 'not run', 'not run'])
  expect(verdicts({ unit: null, journeys: null, checks: null })).toEqual(Array(4).fill('not run'))
})

test('a file that names the case and was not run, or could not be loaded, is missed in the tiers of the case', () => {
  const files = new Map([
    ['A01', ['a.test.ts', 'e2e/lost.spec.ts']],
    ['A02', ['a.test.ts', 'lost.test.ts', 'e2e/a.spec.ts']],
    ['A03', ['lost.test.ts', 'e2e/a.spec.ts']],
    ['A04', ['lost.test.ts', 'e2e/a.spec.ts']],
  ])
  expect(verdicts(whole, { files })).toEqual(['held', 'not run', 'not run', 'held'])
  expect(judgeCases(cases, evidence(whole, { files }))[1]?.reasons).toEqual(['lost.test.ts was not run'])
})

test('a test that is skipped in every language is not run, whatever else bears the name', () => {
  expect(verdicts(withJourney({ state: 'skipped' }))).toEqual(['held', 'not run', 'not run', 'not run'])
  const besides: TestResult = { ...passed, title: 'A01 b', state: 'skipped' }
  expect(verdicts({ ...whole, unit: [...(whole.unit ?? []), besides] })[0]).toBe('not run')
})

const judgeOne = (id: string, others: { checks?: KeptRun['checks']; figures?: Evidence['figures'] }) => {
  const run: KeptRun = {
    unit: [{ ...passed, title: `${id} the judge of it` }],
    journeys: [],
    checks: others.checks ?? null,
  }
  const one = casesOf(id.slice(0, 1), 'tests', `${id.slice(1)} S  words`)
  const [judged] = judgeCases(one, evidence(run, { figures: others.figures ?? [] }))
  return [judged?.verdict, ...(judged?.reasons ?? [])]
}

test.each<[string, string, Record<string, CheckState>]>([
  ['H04', 'check-build', {}],
  ['K01', 'check-install', {}],
  ['K05', 'audit', {}],
  ['K08', 'check-reproducible', { 'check-install': 'passed' }],
  ['K08', 'check-install', { 'check-reproducible': 'passed' }],
])('%s is held when npm run %s has passed too, not by the tests of its judge alone', (id, script, others) => {
  expect(judgeOne(id, { checks: { ...others, [script]: 'passed' } })).toEqual(['held'])
  expect(judgeOne(id, { checks: others })).toEqual(['not run', `npm run ${script} was not run`])
  expect(judgeOne(id, { checks: { ...others, [script]: 'failed' } })).toEqual([
    'broken',
    `npm run ${script} failed`,
  ])
  expect(judgeOne(id, { checks: { ...others, [script]: 'unknown' } })).toEqual([
    'not run',
    `npm run ${script} got no answer`,
  ])
})

test('M02 is held by a soak of 2,000 cycles without a leak, not by the share among the journeys alone', () => {
  const soak = (figure: Record<string, unknown>) =>
    judgeOne('M02', { figures: [{ name: 'soak', at: 0, figure }] })
  expect(soak({ cycles: 2000, leaks: [] })).toEqual(['held'])
  expect(judgeOne('M02', {})).toEqual(['not run', 'npm run bench:soak has left no figure'])
  expect(soak({ cycles: 40, leaks: [] })).toEqual(['not run', 'npm run bench:soak went 40 cycles of 2000'])
  expect(soak({ cycles: 2000 })[0]).toBe('not run')
  expect(soak({ cycles: 40, leaks: ['timers: 9 more'] })).toEqual([
    'broken',
    'npm run bench:soak: timers: 9 more',
  ])
})

test('one failure among many breaks the case, and is named', () => {
  const failed: TestResult = { file: 'b.test.ts', title: 'A01 c', state: 'failed' }
  const run = { ...whole, unit: [...(whole.unit ?? []), failed], journeys: [] }
  const judged = judgeCases(cases, evidence(run))
  expect(judged[0]).toMatchObject({ verdict: 'broken', reasons: ['b.test.ts: A01 c'] })
  expect(printCases(judged)).toBe(
    [
      'Cases held, of those in the catalogue. A case is held when all that bears its name was run and passed.',
      '',
      '| group   |  held |',
      '|---------|------:|',
      '| A tests | 0 / 4 |',
      '| all     | 0 / 4 |',
      '',
      'Broken: 1',
      '  b.test.ts: A01 c:',
      '    A01',
      '',
      'Not run: 3',
      '  no journey of its name was run:',
      '    A02 A04',
      '  no test of its name was run:',
      '    A03',
    ].join('\n'),
  )
})
