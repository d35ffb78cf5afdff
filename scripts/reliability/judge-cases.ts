import type { ReliabilityCase, Tier } from './read-cases'
import type { KeptRun, TestResult } from './test-result'
import { casesIn } from './test-titles'

/** What a run shows of a case: `held` only with every test of its name passed, in each of its tiers. */
export interface Judgement extends ReliabilityCase {
  verdict: 'held' | 'broken' | 'not run'
  /** Tests that failed, or what is missing. */
  reasons: string[]
}

/** A journey of two languages is one: `npm test` walks it in one of them, turn about (e2e/turns.ts). */
const withoutLanguage = ({ file, title }: TestResult): string =>
  `${file} ${title.replace(/ \((?:ru|en)\)$/, '')}`

/** Tests of which every variant was skipped. */
const leftOut = (tests: readonly TestResult[]): string[] => {
  const walked = new Set(tests.filter(({ state }) => state !== 'skipped').map(withoutLanguage))
  return [...new Set(tests.map(withoutLanguage))].filter(name => !walked.has(name))
}

const runnersOf: Record<Tier, (keyof KeptRun)[]> = {
  U: ['unit'],
  P: ['unit'],
  B: ['journeys'],
  S: ['unit', 'journeys'],
}

/** Judges every case of the catalogue by the results of a run. */
export const judgeCases = (catalogue: readonly ReliabilityCase[], run: KeptRun): Judgement[] => {
  const named = { unit: byCase(run.unit ?? []), journeys: byCase(run.journeys ?? []) }
  return catalogue.map(one => {
    const tests = { unit: named.unit.get(one.id) ?? [], journeys: named.journeys.get(one.id) ?? [] }
    const all = [...tests.unit, ...tests.journeys]
    const failed = all.filter(({ state }) => state === 'failed').map(({ file, title }) => `${file}: ${title}`)
    if (failed.length > 0) return { ...one, verdict: 'broken', reasons: failed }
    const missing = [
      ...leftOut(all).map(name => `skipped: ${name}`),
      ...one.tiers
        .filter(
          tier => !runnersOf[tier].some(runner => tests[runner].some(({ state }) => state === 'passed')),
        )
        .map(tier => `no ${tier === 'B' ? 'journey' : 'test'} of its name was run`),
    ]
    return { ...one, verdict: missing.length > 0 ? 'not run' : 'held', reasons: [...new Set(missing)] }
  })
}

const byCase = (tests: readonly TestResult[]): Map<string, TestResult[]> => {
  const found = new Map<string, TestResult[]>()
  for (const test of tests)
    for (const id of new Set(casesIn(test.title))) found.set(id, [...(found.get(id) ?? []), test])
  return found
}
