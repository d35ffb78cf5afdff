import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesToRun, readCaseFiles } from './case-files'
import { catalogue } from './catalogue'
import { judgeCases } from './judge-cases'
import { printCases, printFigures, printRun } from './print-report'
import { readFigures, readRun } from './read-run'
import { runEverything } from './run-everything'

const usage = `Usage: npm run report:reliability -- [options]
  --from FOLDER  prints from the results that are there, such as test-results after npm test; nothing is run
  --into FOLDER  where the results of this run go, default test-results
  --share        takes the share of npm test (one language, some cells of faults) instead of everything
  --json         prints one JSON document

Without --from it builds, runs the checks of the build, the installation and the audit, all unit tests and all journeys, and
takes the figures that they leave. What takes hours or other programs (soak, breaks, mutants, anchors) has commands of its
own, which leave their figures in the same folder: FLAGSHIP_FIGURES=$PWD/test-results/figures npm run bench:…
It ends with 0 when every case is held, 1 when one is not, 2 when a build failed or there is nothing to read.`

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

/** Runs one command of package.json; where the document is all that standard output may hold, it writes beside it. */
const runScript =
  (isJson: boolean) =>
  (script: string, environment: Record<string, string>): number | null =>
    spawnSync('npm', ['run', '--silent', script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', isJson ? 2 : 'inherit', 'inherit'],
    }).status

/** The whole command; the exit code says whether every case is held. */
function report(options: Options): number {
  if (options.isRun) runEverything(options, runScript(options.isJson))
  const run = readRun(options.folder)
  const figures = readFigures(options.folder)
  const cases = judgeCases(catalogue, { run, figures, files: filesToRun(readCaseFiles()) })
  const notRun = (['unit', 'journeys', 'checks'] as const).filter(runner => run[runner] === null)
  if (options.isJson) console.log(JSON.stringify({ notRun, cases, figures }, undefined, 2))
  else console.log(['', printRun(options.folder, run), printCases(cases), printFigures(figures)].join('\n\n'))
  return cases.every(({ verdict }) => verdict === 'held') ? 0 : 1
}

try {
  process.exitCode = report(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
