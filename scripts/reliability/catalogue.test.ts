import { expect, test } from 'vitest'
import type { SourceFile } from '../lib/source-files'
import { readCaseFiles } from './case-files'
import { catalogue } from './catalogue'
import { casesOf, type Tier } from './read-cases'

const isJourney = ({ path }: SourceFile): boolean => path.startsWith('e2e/')
/** Random values from a seed, or every single change of an answer that the contract's own schema makes. */
const isRandom = ({ text }: SourceFile): boolean =>
  /from 'fast-check'|\bcreateRandom\b|\b[sS]eed|\bmutantsOf\b|\bholdSink\b/.test(text)

/** Where a test of the tier may stand. A check of the build or the source may be of either kind. */
const places: Record<Tier, (file: SourceFile) => boolean> = {
  U: file => !isJourney(file),
  P: file => !isJourney(file) && isRandom(file),
  B: isJourney,
  S: () => true,
}

const files = readCaseFiles()

test('the catalogue has 175 cases in 16 groups, each once', () => {
  expect(catalogue).toHaveLength(175)
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(175)
  expect(new Set(catalogue.map(({ group }) => group)).size).toBe(16)
})

test('every case is the name of a test in each tier that it names', () => {
  const missing = catalogue.flatMap(({ id, tiers }) =>
    tiers.filter(tier => ![...(files.get(id) ?? [])].some(places[tier])).map(tier => `${id} ${tier}`),
  )
  expect(missing).toEqual([])
})

test('no test names a case that the catalogue does not have', () => {
  const known = new Set(catalogue.map(({ id }) => id))
  const unknown = [...files].filter(([id]) => !known.has(id))
  expect(unknown.map(([id, found]) => [id, [...found].map(({ path }) => path)])).toEqual([])
})

test('a line that is no case is refused', () => {
  expect(casesOf('Z', 'tests', '01 UB words\n\n 02 S  more words')).toEqual([
    { id: 'Z01', group: 'Z', about: 'tests', tiers: ['U', 'B'], holds: 'words' },
    { id: 'Z02', group: 'Z', about: 'tests', tiers: ['S'], holds: 'more words' },
  ])
  expect(() => casesOf('Z', 'tests', '1 U words')).toThrow('no case')
  expect(() => casesOf('Z', 'tests', '01 Q words')).toThrow('no case')
})
