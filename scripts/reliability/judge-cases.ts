import { checks } from './checks'
import type { ReliabilityCase, Tier } from './read-cases'
import type { KeptFigure } from './read-run'
import type { KeptRun, TestResult } from './test-result'
import { casesIn } from './test-titles'

/** What a run shows of a case: `held` only with every test of its name passed in each of its tiers, and its checks. */
export interface Judgement extends ReliabilityCase {
  verdict: 'held' | 'broken' | 'not run'
  /** Tests that failed, or what is missing. */
  reasons: string[]
}

/** What cases are judged by. */
export interface Evidence {
  run: KeptRun
  figures: readonly KeptFigure[]
  /** The files whose tests name a case; a run without one of them has left it out, or could not load it. */
  files: ReadonlyMap<string, readonly string[]>
}

/** Why a case is not held. */
interface Lack {
  verdict: 'broken' | 'not run'
  reason: string
}

const broken = (reason: string): Lack => ({ verdict: 'broken', reason })
const notRun = (reason: string): Lack => ({ verdict: 'not run', reason })

/** A journey of two languages is one: `npm test` walks it in one of them, turn about (e2e/turns.ts). */
const withoutLanguage = ({ file, title }: TestResult): string =>
  `${file} ${title.replace(/ \((?:ru|en)\)$/, '')}`

/** Tests of which every variant was skipped. */
const leftOut = (tests: readonly TestResult[]): string[] => {
  const walked = new Set(tests.filter(({ state }) => state !== 'skipped').map(withoutLanguage))
  return [...new Set(tests.map(withoutLanguage))].filter(name => !walked.has(name))
}

const runners = ['unit', 'journeys'] as const
type Runner = (typeof runners)[number]

const runnersOf: Record<Tier, Runner[]> = {
  U: ['unit'],
  P: ['unit'],
  B: ['journeys'],
  S: ['unit', 'journeys'],
}

const runnerOf = (file: string): Runner => (file.startsWith('e2e/') ? 'journeys' : 'unit')

/** Cycles that a soak takes to say anything of M02; a share of it runs among the journeys. */
const soakCycles = 2000

/** What the soak's own command has left: it takes an hour, so it stands in no run of the tests. */
const judgeSoak = (figures: readonly KeptFigure[]): Lack[] => {
  const soak = figures.find(({ name }) => name === 'soak')?.figure
  const { cycles, leaks } = soak ?? {}
  if (Array.isArray(leaks) && leaks.length > 0) return [broken(`npm run bench:soak: ${leaks.join(', ')}`)]
  if (typeof cycles === 'number' && cycles >= soakCycles && Array.isArray(leaks)) return []
  const found = soak ? `went ${String(cycles)} cycles of ${soakCycles}` : 'has left no figure'
  return [notRun(`npm run bench:soak ${found}`)]
}

/** What a command besides the tests says of a case. */
const judgeChecks = (id: string, run: KeptRun): Lack[] =>
  checks
    .filter(({ cases }) => cases.includes(id))
    .flatMap(({ script }) => {
      const state = run.checks?.[script]
      if (state === 'passed') return []
      if (state === 'failed') return [broken(`npm run ${script} failed`)]
      return [notRun(`npm run ${script} ${state === 'unknown' ? 'got no answer' : 'was not run'}`)]
    })

/** Judges every case of the catalogue by the results of a run. */
export const judgeCases = (
  catalogue: readonly ReliabilityCase[],
  { run, figures, files }: Evidence,
): Judgement[] => {
  const named = { unit: byCase(run.unit ?? []), journeys: byCase(run.journeys ?? []) }
  const present = new Set([...(run.unit ?? []), ...(run.journeys ?? [])].map(({ file }) => file))
  return catalogue.map(one => {
    const tests = { unit: named.unit.get(one.id) ?? [], journeys: named.journeys.get(one.id) ?? [] }
    const lacks = [
      ...judgeTests(one, tests, files.get(one.id)?.filter(file => !present.has(file)) ?? []),
      ...judgeChecks(one.id, run),
      ...(one.id === 'M02' ? judgeSoak(figures) : []),
    ]
    const verdict = lacks.some(lack => lack.verdict === 'broken') ? 'broken' : 'not run'
    const reasons = lacks.filter(lack => lack.verdict === verdict).map(({ reason }) => reason)
    return { ...one, verdict: lacks.length === 0 ? 'held' : verdict, reasons: [...new Set(reasons)] }
  })
}

function judgeTests(
  { tiers }: ReliabilityCase,
  tests: Record<Runner, TestResult[]>,
  absent: readonly string[],
): Lack[] {
  const all = runners.flatMap(runner => tests[runner])
  const isMet = (tier: Tier) =>
    runnersOf[tier].some(runner => tests[runner].some(({ state }) => state === 'passed'))
  const unmet = tiers.filter(tier => !isMet(tier))
  const due = new Set(tiers.flatMap(tier => runnersOf[tier]))
  return [
    ...all.filter(({ state }) => state === 'failed').map(({ file, title }) => broken(`${file}: ${title}`)),
    ...leftOut(all).map(name => notRun(`skipped: ${name}`)),
    ...unmet.map(tier => notRun(`no ${tier === 'B' ? 'journey' : 'test'} of its name was run`)),
    // Where a whole tier is missing, that is said once for all.
    ...(unmet.length > 0 ? [] : absent.filter(file => due.has(runnerOf(file)))).map(file =>
      notRun(`${file} was not run`),
    ),
  ]
}

const byCase = (tests: readonly TestResult[]): Map<string, TestResult[]> => {
  const found = new Map<string, TestResult[]>()
  for (const test of tests)
    for (const id of new Set(casesIn(test.title))) found.set(id, [...(found.get(id) ?? []), test])
  return found
}
