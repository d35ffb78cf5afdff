import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogue } from './catalogue'
import { judgeCases } from './judge-cases'
import { printCases, printFigures } from './print-report'
import { readFigures, readRun } from './read-run'
import { keptFiles } from './test-result'

const usage = `Usage: npm run report:reliability -- [options]
  --from FOLDER  prints from the results that are there, such as test-results after npm test; nothing is run
  --into FOLDER  where the results of this run go, default test-results
  --share        takes the share of npm test (one language, some cells of faults) instead of everything
  --json         prints one JSON document

Without --from it builds, runs all unit tests and all journeys, and takes the figures that they leave. What takes hours or
other programs (soak, breaks, mutants, anchors) has commands of its own, which leave their figures in the same folder:
FLAGSHIP_FIGURES=test-results/figures npm run bench:…`

interface Options {
  folder: string
  isRun: boolean
  isShare: boolean
  isJson: boolean
}

function readOptions(argv: string[]): Options {
  const { values } = parseArgs({
    args: argv,
    options: {
      from: { type: 'string' },
      into: { type: 'string', default: 'test-results' },
      share: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  if (values.from !== undefined && !existsSync(values.from))
    throw new Error(`There is no folder ${values.from}.\n\n${usage}`)
  const folder = resolve(values.from ?? values.into)
  return { folder, isRun: values.from === undefined, isShare: values.share, isJson: values.json }
}

/** Builds and runs everything; a failure is no reason to stop, for the report says what failed. */
function run({ folder, isShare, isJson }: Options): void {
  for (const file of [keptFiles.unit, keptFiles.journeys]) rmSync(join(folder, file), { force: true })
  const env = {
    ...process.env,
    FLAGSHIP_RESULTS: folder,
    FLAGSHIP_FIGURES: join(folder, keptFiles.figures),
    ...(!isShare && { FLAGSHIP_TESTS: 'full' }),
  }
  for (const script of ['build', 'build:demo', 'unit', 'e2e']) {
    // The document is all that standard output may hold.
    const stdio = ['ignore', isJson ? 2 : 'inherit', 'inherit'] as const
    spawnSync('npm', ['run', '--silent', script], { env, stdio: [...stdio] })
  }
}

/** The whole command; the exit code says whether every case is held. */
function report(options: Options): number {
  if (options.isRun) run(options)
  const results = readRun(options.folder)
  const figures = readFigures(options.folder)
  const cases = judgeCases(catalogue, results)
  const notRun = (['unit', 'journeys'] as const).filter(runner => results[runner] === null)
  if (options.isJson) console.log(JSON.stringify({ notRun, cases, figures }, undefined, 2))
  else {
    console.log(`\nCases held, of those in the catalogue\n${printCases(cases)}\n`)
    if (notRun.length > 0) console.log(`Not run: ${notRun.join(', ')}\n`)
    console.log(printFigures(figures))
  }
  return cases.every(({ verdict }) => verdict === 'held') ? 0 : 1
}

try {
  process.exitCode = report(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
