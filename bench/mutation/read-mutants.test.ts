import { expect, test } from 'vitest'
import { countMutants, listSurvivors, scoreOf, type TriedMutant } from './read-mutants'

const mutant = (status: string): TriedMutant => ({
  fileName: 'a.ts',
  mutatorName: 'EqualityOperator',
  replacement: 'a >=\n b',
  status,
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
})

const mutants = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'].map(
  mutant,
)

test('what was killed counts against what was tried, and a mutant that met no test was tried', () => {
  const count = countMutants(mutants)
  expect(count).toEqual({ killed: 2, timeout: 1, survived: 1, noCoverage: 1, ignored: 1 })
  expect(scoreOf(count)).toBe(60)
  expect(scoreOf(countMutants([]))).toBe(0)
})

test('survivors are listed as they stand and as they were changed', () => {
  expect(listSurvivors(mutants, () => 'const\nif (a > b) c\n')).toEqual([
    'a.ts:2 EqualityOperator: a > b -> a >= b',
    'a.ts:2 EqualityOperator, met by no test: a > b -> a >= b',
  ])
})
