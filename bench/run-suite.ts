import { availableParallelism, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/browser-tools'
import { evaluateBudgets, type Samples, type Verdict } from './budgets'
import { computeRatios } from './comparisons'
import type { Measures } from './measures'
import { printMeasures, printRatios, printVerdicts } from './report'
import { summarise } from './statistics'
import type { Running, Suite, Target } from './suite'

export interface RunOptions {
  /** Measurements of each target. */
  rounds: number
  /** Only targets whose name, prefixed by the suite's, contains this. */
  only: string
  /** Reuses the builds of the last run. */
  isBuilt: boolean
}

/** The results of one suite as JSON. */
export interface Outcome {
  suite: string
  rounds: number
  summaries: Record<string, unknown>
  ratios: unknown[]
  verdicts: Verdict[]
  samples: Record<string, unknown>
}

/** Measures and prints one suite; null if no target is selected. */
export async function runSuite<Site>(suite: Suite<Site>, options: RunOptions): Promise<Outcome | null> {
  const { name, note, titles, comparisons, budgets } = suite
  const targets = suite.targets.filter(target => `${name}: ${target.name}`.includes(options.only))
  if (targets.length === 0) return null
  if (!options.isBuilt) await suite.build()
  const running = await suite.start()
  const samples = await measure(targets, running, options.rounds).finally(running.close)
  const verdicts = evaluateBudgets(samples, budgets)
  console.log(`\n# ${name}\n`)
  warnOfLoad()
  console.log(`Medians of ${options.rounds} interleaved rounds (least–most). ${note}\n`)
  const tables = [printMeasures(samples, titles), printRatios(samples, comparisons), printVerdicts(verdicts)]
  console.log(tables.filter(table => table !== '').join('\n\n'))
  return {
    suite: name,
    rounds: options.rounds,
    summaries: Object.fromEntries([...samples].map(([target, rounds]) => [target, summariesOf(rounds)])),
    ratios: computeRatios(samples, comparisons),
    verdicts,
    samples: Object.fromEntries(samples),
  }
}

/** Measures all targets in turn, round by round, so that load on the machine affects all of them. */
async function measure<Site>(
  targets: readonly Target<Site>[],
  { site, browserArguments }: Running<Site>,
  rounds: number,
): Promise<Samples> {
  const samples = new Map<string, Measures[]>(targets.map(({ name }) => [name, []]))
  const executablePath = findChromium()
  const usual = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: [...usual, ...browserArguments],
  })
  try {
    for (let round = 0; round < rounds; round++) {
      // Rotates the order, so that no target always follows a heavy one.
      for (const [index] of targets.entries()) {
        const target = targets[(index + round) % targets.length]
        if (!target) continue
        console.error(`Round ${round + 1} of ${rounds}: ${target.name}`)
        samples.get(target.name)?.push(await target.measure(browser, site, round))
      }
    }
  } finally {
    // An open browser would keep the process alive.
    await browser.close()
  }
  return samples
}

function warnOfLoad(): void {
  const [load = 0] = loadavg()
  if (load > availableParallelism() + 1)
    console.log(
      `The computer is busy (load ${load.toFixed(1)}): believe bytes, ratios and the best rounds.\n`,
    )
}

function summariesOf(rounds: readonly Measures[]) {
  const names = new Set(rounds.flatMap(one => Object.keys(one)))
  return Object.fromEntries([...names].map(name => [name, summarise(rounds.flatMap(one => one[name] ?? []))]))
}
