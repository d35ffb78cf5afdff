import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { printTable } from '../../scripts/lib/print-table'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { copyCheckout, removeCopy } from './copy-checkout'
import {
  countMutants,
  intervalOf,
  listSurvivors,
  type MutantCount,
  scoreOf,
  type TriedMutant,
} from './read-mutants'

/**
 * Changes `src/api` and `src/lib` in the small ways that Stryker knows, in a copy of the checkout, and counts what the tests
 * notice: of a sample of all mutants, or of every one, where what was found out before is taken over for what has not changed.
 */
const usage = `Usage: npm run bench:mutants -- [options]
  --one-in N    tries about one mutant in N, default 10
  --seed TEXT   which of them, default 20261122
  --all         tries every one, which takes hours
  --only TEXT   files whose path holds the text alone, such as "src/lib/redirect", all of their mutants; survivors are listed
  --jobs N      mutants at a time, default 2
  --static      mutants that take effect while a file is loaded, too: each costs a run of all tests
  --fresh       forgets what was found out before`

/** The least share of mutants that must be killed, in percent: of a sample, the lower end of its interval. */
const leastScore = 80

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folders = ['src/api', 'src/lib'] as const

function readOptions() {
  const { values } = parseArgs({
    options: {
      'one-in': { type: 'string', default: '10' },
      seed: { type: 'string', default: '20261122' },
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      static: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
    },
  })
  for (const name of ['one-in', 'jobs'] as const)
    if (!/^[1-9]\d?$/.test(values[name])) throw new Error(`--${name} must be a whole number.\n\n${usage}`)
  const oneIn = values.all || values.only !== '' ? 1 : Number(values['one-in'])
  return { ...values, sample: { oneIn, seed: values.seed } }
}

type Options = ReturnType<typeof readOptions>

const filesOf = (only: string): string[] =>
  folders.flatMap(folder =>
    readdirSync(join(checkout, folder))
      .filter(name => name.endsWith('.ts') && !/\.(?:test|gen)\./.test(name))
      .map(name => `${folder}/${name}`)
      .filter(path => path.includes(only)),
  )

/** Tries the mutants of the copy that is the working directory. */
async function tryMutants(options: Options): Promise<TriedMutant[]> {
  const kept = join(checkout, 'node_modules/.cache/mutants')
  mkdirSync(kept, { recursive: true })
  const stryker = new Stryker({
    configFile: 'bench/mutation/stryker.config.json',
    mutate: filesOf(options.only),
    concurrency: Number(options.jobs),
    ignoreStatic: !options.static,
    plugins: ['@stryker-mutator/vitest-runner', './bench/mutation/sample-checker.ts'],
    checkers: ['sample'],
    sample: options.sample,
    // What is not in one sample may be in the next.
    incremental: options.sample.oneIn === 1,
    incrementalFile: join(kept, `${options.static ? 'with-static' : 'all'}.json`),
    force: options.fresh,
  })
  const mutants = await stryker.runMutationTest()
  return mutants.map(mutant => ({ ...mutant, fileName: relative(process.cwd(), mutant.fileName) }))
}

const rowOf = (name: string, count: MutantCount): string[] => [
  name,
  ...[count.killed, count.timeout, count.survived, count.noCoverage, count.ignored].map(String),
  scoreOf(count).toFixed(1),
]

/** A row for each file, each folder and all. */
function printCounts(mutants: readonly TriedMutant[]): string {
  const rowsOf = (folder: string) => {
    const own = mutants.filter(({ fileName }) => fileName.startsWith(`${folder}/`))
    const files = [...new Set(own.map(({ fileName }) => fileName))]
    const rows = files.map(file => rowOf(file, countMutants(own.filter(one => one.fileName === file))))
    return own.length > 0 ? [...rows, rowOf(folder, countMutants(own))] : []
  }
  const head = ['', 'killed', 'timeout', 'survived', 'not met', 'left out', 'score']
  return printTable([head, ...folders.flatMap(rowsOf), rowOf('all', countMutants(mutants))])
}

async function tryInCopy(options: Options): Promise<TriedMutant[]> {
  const copy = copyCheckout(checkout)
  process.chdir(copy)
  try {
    return await tryMutants(options)
  } finally {
    process.chdir(checkout)
    removeCopy(copy)
  }
}

async function main(): Promise<void> {
  const options = readOptions()
  const { oneIn, seed } = options.sample
  const begin = performance.now()
  const mutants = await tryInCopy(options)
  const count = countMutants(mutants)
  const score = scoreOf(count)
  if (options.only !== '')
    console.log(listSurvivors(mutants, file => readFileSync(join(checkout, file), 'utf8')).join('\n'))
  console.log(`\n${printCounts(mutants)}`)
  const { from, to } = oneIn === 1 ? { from: score, to: score } : intervalOf(count)
  const whole =
    oneIn === 1 ? '' : ` of one mutant in ${oneIn} (seed ${seed}); of all ${from} to ${to} % (95 %)`
  console.log(`\n${score} % killed${whole}, in ${Math.round((performance.now() - begin) / 1000)} s.`)
  if (options.only !== '') return
  writeFigure('mutants', { ...count, score, ...(oneIn > 1 && { from, to, 'one in': oneIn, seed }) })
  if (from < leastScore) process.exitCode = 1
}

await main()
