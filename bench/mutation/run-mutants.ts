import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { printTable } from '../report'
import { copyCheckout, removeCopy } from './copy-checkout'
import {
  addCounts,
  countMutants,
  listSurvivors,
  type MutantCount,
  type MutantReport,
  scoreOf,
} from './read-mutants'

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

/** Runs Stryker over some files of a copy and gives its report. */
async function mutate(copy: string, folder: string, options: Options): Promise<MutantReport> {
  const kept = join(checkout, 'node_modules/.cache/mutants')
  mkdirSync(kept, { recursive: true })
  const name = `${folder.replace('/', '-')}${options.static ? '-static' : ''}.json`
  const parameters = [
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    ...['run', 'bench/mutation/stryker.config.json'],
    ...['--mutate', filesOf(folder, options.only).join(',')],
    ...['--concurrency', options.jobs],
    ...(options.static ? ['--ignoreStatic', 'false'] : []),
    ...['--incremental', '--incrementalFile', join(kept, name)],
    ...(options.fresh ? ['--force'] : []),
  ]
  const child = spawn(process.execPath, parameters, { cwd: copy, stdio: 'inherit' })
  const code = await new Promise(closed => child.on('close', closed))
  if (code !== 0) throw new Error(`The mutation tester ended with ${code}.`)
  return JSON.parse(readFileSync(join(copy, 'mutants.json'), 'utf8'))
}

const rowOf = (name: string, count: MutantCount): string[] => [
  name,
  ...[count.killed, count.timeout, count.survived, count.noCoverage, count.ignored].map(String),
  scoreOf(count)?.toFixed(1) ?? '',
]

async function main(): Promise<void> {
  const options = readOptions()
  const begin = performance.now()
  const rows: string[][] = []
  const sums: MutantCount[] = []
  const copy = copyCheckout(checkout)
  try {
    for (const folder of folders.filter(one => filesOf(one, options.only).length > 0)) {
      const report = await mutate(copy, folder, options)
      const counts = countMutants(report)
      const sum = addCounts(counts.values())
      sums.push(sum)
      for (const [file, count] of counts) rows.push(rowOf(file, count))
      rows.push(rowOf(folder, sum))
      if (options.only !== '') console.log(listSurvivors(report).join('\n'))
    }
  } finally {
    removeCopy(copy)
  }
  const { ignored, ...all } = addCounts(sums)
  const score = scoreOf({ ...all, ignored }) ?? 0
  const head = ['', 'killed', 'timeout', 'survived', 'not met', 'left out', 'score']
  console.log(`\n${printTable([head, ...rows, rowOf('all', { ...all, ignored })])}`)
  console.log(`\n${score} % killed, in ${Math.round((performance.now() - begin) / 1000)} s.`)
  if (options.only === '') writeFigure('mutants', { ...all, ignored, score })
  if (options.only === '' && score < leastScore) process.exitCode = 1
}

await main()
