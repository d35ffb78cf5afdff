import { expect, test } from 'vitest'
import { countMutants, intervalOf, listSurvivors, scoreOf, type TriedMutant } from './read-mutants'
import { isSampled } from './sample-checker'

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

test('what a sample says of all mutants lies between two percents, and nearer together the more were tried', () => {
  const of = (killed: number, survived: number) =>
    intervalOf({ killed, survived, timeout: 0, noCoverage: 0, ignored: 9 })
  expect(of(352, 48)).toEqual({ from: 84.4, to: 90.8 })
  expect(of(10, 0)).toEqual({ from: 72.2, to: 100 })
  expect(of(0, 0)).toEqual({ from: 0, to: 100 })
})

test('a seed picks its own share of the mutants, and the same one again', () => {
  const all = Array.from({ length: 4000 }, (_, line) => ({
    id: String(line),
    fileName: 'src/lib/a.ts',
    replacement: 'false',
    location: { start: { line, column: 2 }, end: { line, column: 9 } },
  }))
  const picked = (oneIn: number, seed: string) =>
    all.filter(one => isSampled(one, { oneIn, seed })).map(({ id }) => id)
  expect(picked(10, 'a').length).toBeGreaterThan(340)
  expect(picked(10, 'a').length).toBeLessThan(460)
  expect(picked(10, 'a')).toEqual(picked(10, 'a'))
  expect(picked(10, 'a')).not.toEqual(picked(10, 'b'))
  expect(picked(1, 'a')).toHaveLength(all.length)
})

test('survivors are listed as they stand and as they were changed', () => {
  expect(listSurvivors(mutants, () => 'const\nif (a > b) c\n')).toEqual([
    'a.ts:2 EqualityOperator: a > b -> a >= b',
    'a.ts:2 EqualityOperator, met by no test: a > b -> a >= b',
  ])
})
