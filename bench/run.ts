import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMissing, findMissingTools } from '../scripts/browser-tools'
import { boardSuite } from './board/suite'
import { firstLoadSuite } from './first-load/suite'
import { interactionSuite } from './interactions/suite'
import { type Outcome, type RunOptions, runSuite } from './run-suite'
import { CPU_SLOWDOWN } from './throttling'

const usage = `Usage: npm run bench -- [options]
       npm run bench -- lighthouse | soak | drift [options]; --help after each of them lists its options
  --rounds N    measurements of each target, default 5; all targets of a suite take turns in each round
  --only TEXT   targets whose name holds the text alone, the suite's name before it: "first load", "board: board, 10,000"
  --json FILE   writes every measurement, summaries, ratios and budgets
  --built       measures the builds of the last run
  --check       exits with 1 when a budget is exceeded
Suites: first load, interactions, board.`

interface Options extends RunOptions {
  json: string | undefined
  isChecked: boolean
}

/** Parses the command line. Throws an Error for invalid options. */
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

async function main({ json, isChecked, ...options }: Options): Promise<void> {
  const missing = findMissingTools()
  if (missing.length > 0) throw new Error(describeMissing(missing))
  const outcomes: Outcome[] = []
  for (const run of [
    () => runSuite(firstLoadSuite, options),
    () => runSuite(interactionSuite, options),
    () => runSuite(boardSuite, options),
  ]) {
    const outcome = await run()
    if (outcome) outcomes.push(outcome)
  }
  if (outcomes.length === 0) throw new Error(`No target is called "${options.only}".\n\n${usage}`)
  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ slowdown: CPU_SLOWDOWN, suites: outcomes }, null, 2)}\n`)
  const isOver = outcomes.some(({ verdicts }) => verdicts.some(({ isWithin }) => !isWithin))
  if (isChecked && isOver) process.exitCode = 1
}

/** Benchmarks with a command line of their own. */
const others: Record<string, () => Promise<unknown>> = {
  lighthouse: () => import('./lighthouse/run'),
  soak: () => import('./soak/run'),
  drift: () => import('./drift/run'),
}

const other = others[process.argv[2] ?? '']
if (other) {
  process.argv.splice(2, 1)
  await other()
} else if (process.argv.includes('--help')) console.log(usage)
else await main(readOptions(process.argv.slice(2)))
