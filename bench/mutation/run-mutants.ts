import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { printTable } from '../../scripts/lib/print-table'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { copyCheckout, removeCopy } from './copy-checkout'
import { countMutants, listSurvivors, type MutantCount, scoreOf, type TriedMutant } from './read-mutants'

/**
 * Changes `src/api` and `src/lib` in every small way that Stryker knows, in a copy of the checkout, and counts what the tests
 * notice. What was found out before is kept and taken over for what has not changed since.
 */
const usage = `Usage: npm run bench:mutants -- [options]
  --only TEXT   files whose path holds the text alone, such as "src/lib/redirect"; their survivors are listed
  --jobs N      mutants at a time, default 2
  --static      mutants that take effect while a file is loaded, too: each costs a run of all tests
  --fresh       forgets what was found out before`

/** The least share of mutants that must be killed, in percent. */
const leastScore = 80

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folders = ['src/api', 'src/lib'] as const

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      static: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
    },
  })
  if (!/^[1-9]\d?$/.test(values.jobs)) throw new Error(`--jobs must be a whole number.\n\n${usage}`)
  return values
}

type Options = ReturnType<typeof readOptions>

const filesOf = (folder: string, only: string): string[] =>
  readdirSync(join(checkout, folder))
    .filter(name => name.endsWith('.ts') && !/\.(?:test|gen)\./.test(name))
    .map(name => `${folder}/${name}`)
    .filter(path => path.includes(only))

/** Tries the mutants of some files of the copy that is the working directory. */
async function tryMutants(folder: string, options: Options): Promise<TriedMutant[]> {
  const kept = join(checkout, 'node_modules/.cache/mutants')
  mkdirSync(kept, { recursive: true })
  const name = `${folder.replace('/', '-')}${options.static ? '-static' : ''}.json`
  const stryker = new Stryker({
    configFile: 'bench/mutation/stryker.config.json',
    mutate: filesOf(folder, options.only),
    concurrency: Number(options.jobs),
    ignoreStatic: !options.static,
    incremental: true,
    incrementalFile: join(kept, name),
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

async function tryAll(options: Options): Promise<TriedMutant[]> {
  const copy = copyCheckout(checkout)
  process.chdir(copy)
  try {
    const mutants: TriedMutant[] = []
    for (const folder of folders)
      if (filesOf(folder, options.only).length > 0) mutants.push(...(await tryMutants(folder, options)))
    return mutants
  } finally {
    process.chdir(checkout)
    removeCopy(copy)
  }
}

async function main(): Promise<void> {
  const options = readOptions()
  const begin = performance.now()
  const mutants = await tryAll(options)
  const count = countMutants(mutants)
  const score = scoreOf(count)
  if (options.only !== '')
    console.log(listSurvivors(mutants, file => readFileSync(join(checkout, file), 'utf8')).join('\n'))
  console.log(`\n${printCounts(mutants)}`)
  console.log(`\n${score} % killed, in ${Math.round((performance.now() - begin) / 1000)} s.`)
  if (options.only !== '') return
  writeFigure('mutants', { ...count, score })
  if (score < leastScore) process.exitCode = 1
}

await main()
