import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/ensure-chromium'
import { judge } from './budgets'
import { ratiosOf } from './comparisons'
import type { Measures } from './measures'
import { printMeasures, printRatios, printVerdicts } from './report'
import { buildSites, startSite } from './sites'
import { summarise } from './statistics'
import { type Target, targetsOn } from './targets'
import { slowdown } from './visit'

const usage = `Usage: npm run bench -- [options]
  --rounds N    measurements of each target, default 5; all targets take turns in each round
  --only TEXT   targets whose name holds the text alone, such as "10,000"
  --json FILE   writes every measurement, summaries, ratios and budgets
  --built       measures the builds of the last run
  --check       exits with 1 when a budget is exceeded`

interface Options {
  rounds: number
  only: string
  json: string | undefined
  isBuilt: boolean
  isChecked: boolean
}

/** Reads the command line. Throws an Error for what cannot be used. */
function readOptions(argv: string[]): Options {
  const { values } = parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      built: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a whole number.\n\n${usage}`)
  const { only, json, built: isBuilt, check: isChecked } = values
  return { rounds, only, json, isBuilt, isChecked }
}

/** Measures all targets in turn, round by round, so that a busy minute of the computer hits all of them. */
async function measure(targets: readonly Target[], rounds: number): Promise<Map<string, Measures[]>> {
  const samples = new Map<string, Measures[]>(targets.map(({ name }) => [name, []]))
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    for (let round = 0; round < rounds; round++) {
      // Another one is the first each time: whoever comes after a heavy target has no advantage over the rest.
      for (const [index] of targets.entries()) {
        const target = targets[(index + round) % targets.length]
        if (!target) continue
        console.error(`Round ${round + 1} of ${rounds}: ${target.name}`)
        samples.get(target.name)?.push(await target.measure(browser))
      }
    }
  } finally {
    // What stays open would keep the run from ending.
    await browser.close()
  }
  return samples
}

/** Starts what is measured, measures it and stops it, whatever happens in between. */
async function measureSites(only: string, rounds: number): Promise<Map<string, Measures[]>> {
  const usual = await startSite('default')
  try {
    const huge = await startSite('hugeBoard')
    try {
      const targets = targetsOn({ usual, huge }).filter(({ name }) => name.includes(only))
      return await measure(targets, rounds)
    } finally {
      await huge.close()
    }
  } finally {
    await usual.close()
  }
}

async function main({ rounds, only, json, isBuilt, isChecked }: Options): Promise<void> {
  if (!isBuilt) await buildSites()
  const samples = await measureSites(only, rounds)
  const verdicts = judge(samples)
  const [load = 0] = loadavg()
  if (load > availableParallelism() + 1) {
    console.log(
      `The computer is busy (load ${load.toFixed(1)}): believe the processor times and the best rounds.\n`,
    )
  }
  console.log(
    `Medians of ${rounds} interleaved rounds (least–most), milliseconds, processor ${slowdown} times slower.\n`,
  )
  console.log([printMeasures(samples), printRatios(samples), printVerdicts(verdicts)].join('\n\n'))
  if (json !== undefined) {
    const summaries = Object.fromEntries(
      [...samples].map(([target, rounds]) => [target, summariesOf(rounds)]),
    )
    const all = {
      slowdown,
      rounds,
      summaries,
      ratios: ratiosOf(samples),
      verdicts,
      samples: Object.fromEntries(samples),
    }
    await writeFile(json, `${JSON.stringify(all, null, 2)}\n`)
  }
  if (isChecked && verdicts.some(({ isWithin }) => !isWithin)) process.exitCode = 1
}

function summariesOf(rounds: readonly Measures[]) {
  const names = new Set(rounds.flatMap(one => Object.keys(one)))
  return Object.fromEntries([...names].map(name => [name, summarise(rounds.flatMap(one => one[name] ?? []))]))
}

if (process.argv.includes('--help')) console.log(usage)
else await main(readOptions(process.argv.slice(2)))
