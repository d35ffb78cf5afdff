import { availableParallelism, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import { printTable } from '../../scripts/lib/print-table'
import { launchChromium } from './browser'
import type { Running } from './sites'
import { median, quantile } from './statistics'

/** Results by measure, in milliseconds unless the title of the measure says otherwise. */
export type Measures = Record<string, number>

/** One round of a target: the product, and the bare page that does the same. */
export interface Pair {
  product: Measures
  floor?: Measures
}

/** All rounds by target. */
export type Samples = ReadonlyMap<string, readonly Pair[]>

/** Rounds count from 0. Measures product and floor in turn, so that other load on the machine affects both. */
export interface Target<Site> {
  name: string
  measure(browser: Browser, site: Site, round: number): Promise<Pair>
}

export interface Suite<Site> {
  name: string
  /** One sentence about its figures. */
  note: string
  targets: readonly Target<Site>[]
  /** Titles by measure, in the order of the report. */
  titles: Readonly<Record<string, string>>
  budgets: readonly Budget[]
  start(): Promise<Running<Site>>
}

export interface Budget {
  target: string
  /** Another target that it needs. */
  beside?: string
  what: string
  limit: number
  is: 'below' | 'at most' | 'at least'
  unit: '' | ' ms' | '×'
  /** NaN if nothing was measured, which exceeds the limit. */
  of(samples: Samples): number
  /** Whether the machine was fast enough to measure it; always by default. */
  isJudged?(samples: Samples): boolean
}

type Side = keyof Pair

/** One measure of one side over all rounds. */
export const getValues = (rounds: readonly Pair[] = [], side: Side, measure: string): number[] =>
  rounds.flatMap(round => round[side]?.[measure] ?? [])

/** The ratio of product to floor in each round. */
const getRatios = (rounds: readonly Pair[] = [], measure: string): number[] =>
  rounds.flatMap(({ product, floor }) => {
    const ratio = (product[measure] ?? Number.NaN) / (floor?.[measure] ?? Number.NaN)
    return Number.isFinite(ratio) ? [ratio] : []
  })

type Limit = Pick<Budget, 'target' | 'what' | 'limit'> & { measure: string }

/** The product takes at most so many times what the floor takes: the median of the ratios of the rounds. */
export const atMostTimesFloor = ({ measure, ...budget }: Limit): Budget => ({
  ...budget,
  is: 'at most',
  unit: '×',
  of: samples => median(getRatios(samples.get(budget.target), measure)),
})

/** A limit of one measure of the product in every round. */
export const inEveryRound = ({ measure, ...budget }: Limit & Partial<Pick<Budget, 'is'>>): Budget => ({
  is: 'at most',
  unit: '',
  of: samples =>
    quantile(getValues(samples.get(budget.target), 'product', measure), budget.is === 'at least' ? 0 : 1),
  ...budget,
})

interface Verdict {
  budget: string
  /** Formatted with its unit. */
  limit: string
  measured: string
  isWithin: boolean
  isJudged: boolean
}

/** Evaluates every budget whose target was measured. */
function evaluateBudgets(samples: Samples, budgets: readonly Budget[]): Verdict[] {
  return budgets
    .filter(({ target, beside = target }) => samples.has(target) && samples.has(beside))
    .map(({ target, what, limit, is, unit, of, isJudged = () => true }) => {
      const value = of(samples)
      const isWithin = is === 'below' ? value < limit : is === 'at most' ? value <= limit : value >= limit
      const digits = unit === '×' ? 2 : unit === ' ms' ? 1 : Number.isInteger(value) ? 0 : 3
      return {
        budget: `${target}: ${what}`,
        limit: `${is} ${limit}${unit}`,
        measured: Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`,
        isWithin,
        isJudged: isJudged(samples),
      }
    })
}

export interface RunOptions {
  /** Measurements of each target. */
  rounds: number
  /** Only targets whose name, prefixed by the suite's, contains this. */
  only: string
}

/** The results of one suite as JSON. */
export interface Outcome {
  suite: string
  verdicts: Verdict[]
  samples: Record<string, readonly Pair[]>
}

/** The targets that the options select. */
export const selectTargets = <Site>({ name, targets }: Suite<Site>, { only }: RunOptions): Target<Site>[] =>
  targets.filter(target => `${name}: ${target.name}`.includes(only))

/** Measures and prints one suite. */
export async function runSuite<Site>(suite: Suite<Site>, options: RunOptions): Promise<Outcome> {
  const { name, note, titles, budgets } = suite
  const running = await suite.start()
  const samples = await measure(selectTargets(suite, options), running, options.rounds).finally(running.close)
  const verdicts = evaluateBudgets(samples, budgets)
  console.log(`\n# ${name}\n\n${note} Medians of ${options.rounds} rounds (least–most).`)
  const load = loadavg()[0] ?? 0
  if (load > availableParallelism() + 1)
    console.log(`The computer is busy (load ${load.toFixed(1)}): believe ratios and bytes, not milliseconds.`)
  for (const [target, rounds] of samples) console.log(`\n${printTarget(target, rounds, titles)}`)
  console.log(`\n${printVerdicts(verdicts)}`)
  return { suite: name, verdicts, samples: Object.fromEntries(samples) }
}

async function measure<Site>(
  targets: readonly Target<Site>[],
  { site, browserArguments }: Running<Site>,
  rounds: number,
): Promise<Samples> {
  const samples = new Map<string, Pair[]>(targets.map(({ name }) => [name, []]))
  const browser = await launchChromium(browserArguments)
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { name, measure } of targets) {
        console.error(`Round ${round + 1} of ${rounds}: ${name}`)
        samples.get(name)?.push(await measure(browser, site, round))
      }
    }
  } finally {
    // An open browser would keep the process alive.
    await browser.close()
  }
  return samples
}

/** Every measure of a target: the product, the floor, and their ratio. */
function printTarget(target: string, rounds: readonly Pair[], titles: Suite<unknown>['titles']): string {
  const sides = (['product', 'floor'] as const).filter(side => rounds.some(round => round[side]))
  const head = [target, ...sides, ...(sides.length > 1 ? ['ratio'] : [])]
  const rows = Object.entries(titles).flatMap(([measure, title]) => {
    const values = sides.map(side => getValues(rounds, side, measure))
    if (values.every(({ length }) => length === 0)) return []
    const ratio = sides.length > 1 ? [printRange(getRatios(rounds, measure), value => value.toFixed(2))] : []
    return [[title, ...values.map(value => printRange(value, shorten)), ...ratio]]
  })
  return printTable([head, ...rows])
}

function printRange(values: readonly number[], print: (value: number) => string): string {
  if (values.length === 0) return ''
  const [middle, least, most] = [median(values), quantile(values, 0), quantile(values, 1)].map(print)
  return least === most ? `${middle}` : `${middle} (${least}–${most})`
}

/** Three significant digits are more than precise enough; small values keep their first digits. */
function shorten(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.5) return value.toFixed(3)
  return Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)
}

export function printVerdicts(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ budget, limit, measured, isWithin, isJudged }) => [
    budget,
    limit,
    measured,
    isJudged ? (isWithin ? 'OK' : 'OVER') : 'busy',
  ])
  return printTable([['budget', 'limit', 'measured', ''], ...rows])
}

/** Whether a budget is exceeded. */
export const isOver = ({ isWithin, isJudged }: Verdict): boolean => isJudged && !isWithin
