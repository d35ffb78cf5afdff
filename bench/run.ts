import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findChromium, findMissingServerTools } from '../scripts/browser-tools'
import { boardSuite } from './board'
import { firstLoadSuite } from './first-load'
import { interactionSuite } from './interactions'
import { buildReleases } from './lib/sites'
import {
  isOver,
  type Outcome,
  printVerdicts,
  type RunOptions,
  runSuite,
  type Suite,
  selectTargets,
} from './lib/suite'

const usage = `Usage: npm run bench -- [first-load | interactions | board] [options]
       npm run bench -- lighthouse | soak | drift [options]; --help after each of them lists its options
  --rounds N    measurements of each target, default 3; the product and the floor take turns in each
  --only TEXT   targets whose name holds the text alone, the suite's name before it: "first load", "board: 10,000 rows"
  --json FILE   writes every measurement and every budget
  --built       measures the builds of the last run
  --check       exits with 1 when a budget is exceeded
Suites: first load, interactions, board.
The floor is a bare page of the same packages and the same data (bench/floor). "busy" in the place of a verdict: the floor
itself is too slow on this computer for a limit in milliseconds.`

interface Options extends RunOptions {
  json: string | undefined
  isBuilt: boolean
  isChecked: boolean
}

/** Parses the command line. Throws an Error for invalid options. */
function readOptions(argv: string[]): Options {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      built: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a whole number.\n\n${usage}`)
  const [suite = '', ...others] = positionals
  if (others.length > 0) throw new Error(usage)
  const only = values.only || suite.replace('-', ' ')
  const { json, built: isBuilt, check: isChecked } = values
  return { rounds, only, json, isBuilt, isChecked }
}

/** The run of a suite, unless the options leave out all of its targets. */
const planned = <Site>(suite: Suite<Site>, options: RunOptions): (() => Promise<Outcome>)[] =>
  selectTargets(suite, options).length > 0 ? [() => runSuite(suite, options)] : []

async function main({ json, isBuilt, isChecked, ...options }: Options): Promise<void> {
  const missing = [...(findChromium() === null ? ['Chromium'] : []), ...findMissingServerTools()]
  if (missing.length > 0) throw new Error(`The benchmark needs ${missing.join(', ')}: see README.md.`)
  const runs = [
    ...planned(firstLoadSuite, options),
    ...planned(interactionSuite, options),
    ...planned(boardSuite, options),
  ]
  if (runs.length === 0) throw new Error(`No target is called "${options.only}".\n\n${usage}`)
  if (!isBuilt) await buildReleases()
  const suites: Outcome[] = []
  for (const run of runs) suites.push(await run())
  if (json !== undefined) await writeFile(json, `${JSON.stringify(suites, null, 2)}\n`)
  const exceeded = suites.flatMap(({ verdicts }) => verdicts.filter(isOver))
  console.log(exceeded.length === 0 ? '\nEvery budget is met.' : `\nExceeded:\n${printVerdicts(exceeded)}`)
  if (isChecked && exceeded.length > 0) process.exitCode = 1
}

/** Benchmarks with a command line of their own. */
const others: Record<string, (argv: string[]) => Promise<unknown>> = {
  lighthouse: async argv => (await import('./lighthouse')).runLighthouse(argv),
  soak: async argv => (await import('./soak/run')).runSoak(argv),
  drift: async argv => (await import('../packages/drift/scores/run')).runDrift(argv),
}

const [name = '', ...rest] = process.argv.slice(2)
const other = others[name]
if (other) await other(rest)
else if (process.argv.includes('--help')) console.log(usage)
else await main(readOptions(process.argv.slice(2)))
