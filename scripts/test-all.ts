import { execFileSync, spawn } from 'node:child_process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { printTable } from './lib/print-table'
import { sourceFiles } from './lib/source-files'
import { getComputer, type NotRun, setUpTests } from './set-up-tests'
import {
  type Check,
  needsChromium,
  type Plan,
  planChanged,
  planEverything,
  planPackages,
  readsFiles,
} from './test-plan'

/**
 * `npm test`: installs what is missing, and runs all checks. `-- --full` takes no samples; `-- --changed [revision]` runs
 * what the difference to a git revision (default: the last commit) can reach; `-- drift` the tests of one package.
 */
const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { full: isFull, changed: isPartial } = values
const isCi = Boolean(process.env.CI)
const isWhole = !isPartial && positionals.length === 0

interface Result {
  command: string
  isPassed: boolean
  seconds: number
  /** Tests that passed, 0 for a check without tests. */
  tests: number
  output: string
}

/** Runs one check. Its output is printed as it comes when it is alone, else in one piece at the end. */
async function runCheck({ command }: Check, isAlone: boolean): Promise<Result> {
  const startedAt = performance.now()
  if (isAlone) process.stdout.write(`\n▸ ${command}\n`)
  // On Windows npm and npx are scripts, which only a shell can start.
  const child = spawn(command.replace(/^npm run /, 'npm run --silent '), {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(isWhole && { FLAGSHIP_TESTS: isFull ? 'full' : 'sample' }) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      if (isAlone) process.stdout.write(chunk)
      output += chunk
    })
  }
  const code = await new Promise(resolve => child.on('error', resolve).on('close', resolve))
  if (!isAlone) process.stdout.write(`\n▸ ${command}\n${output}`)
  const seconds = (performance.now() - startedAt) / 1000
  return { command, isPassed: code === 0, seconds, tests: countTests(output), output }
}

/** Reads the last lines of Vitest (`Tests  12 passed`) and Playwright (`12 passed`). */
const countTests = (output: string): number =>
  [...stripVTControlCharacters(output).matchAll(/^\s*(?:Tests\s+)?(?:\d+ failed \| )?(\d+) passed\b/gm)]
    .map(([, count]) => Number(count))
    .reduce((total, count) => total + count, 0)

const runStep = async (checks: readonly Check[]): Promise<Result[]> => {
  const results = checks.map(async check => {
    const result = await runCheck(check, checks.length === 1)
    return [result, ...(result.isPassed && check.next ? await runStep(check.next) : [])]
  })
  return (await Promise.all(results)).flat()
}

/** @returns the checks that the difference to a revision can reach */
function planDifference(since = 'HEAD'): Plan {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  if (changed.length === 0) return []
  const readers = sourceFiles('src', 'packages', 'scripts', 'mocks', 'deploy', 'bench').filter(
    ({ path, text }) => readsFiles(path, text),
  )
  return planChanged(
    since,
    changed,
    readers.map(({ path }) => path),
  )
}

const printDuration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/** The end of what a failed check said. */
const printEnd = ({ command, output }: Result): string =>
  `▸ ${command}\n${output.trimEnd().split('\n').slice(-40).join('\n')}\n`

const startedAt = performance.now()
const getPlan = (): Plan => {
  if (isPartial) return planDifference(positionals[0])
  if (isWhole) return planEverything({ isFull })
  try {
    return planPackages(positionals)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

const plan = getPlan()
// Beside the first checks, which need no browser.
const settingUp = plan.flat().some(needsChromium)
  ? setUpTests(
      getComputer(text => process.stdout.write(text)),
      isFull || isCi,
    ).catch((error: Error) => {
      console.error(error.message)
      process.exit(1)
    })
  : null
const results: Result[] = []
let notRun: readonly NotRun[] = []
for (const step of plan) {
  let checks = step
  if (settingUp && step.some(needsChromium)) {
    const done = await settingUp
    notRun = done.notRun
    // Where `CI` is set a missing browser is a failure, which the check reports.
    if (!done.hasChromium && !isCi) checks = step.filter(check => !needsChromium(check))
  }
  results.push(...(await runStep(checks)))
  if (results.some(result => !result.isPassed)) break
}

/** The tests of each package, as `vitest-reporter.ts` prints them; the time is summed over the workers. */
const getPackageRows = (output: string): string[][] =>
  [...output.matchAll(/^Tests of (.+): (\d+) in (\d+) s$/gm)].map(([, name = '', tests = '', seconds]) => [
    `  ${name}`,
    '',
    tests,
    `(${printDuration(Number(seconds))})`,
  ])

const rows = results.flatMap(({ command, isPassed, tests, seconds, output }) => [
  [command, isPassed ? 'passed' : 'FAILED', tests > 0 ? String(tests) : '', printDuration(seconds)],
  ...getPackageRows(output),
])
console.log(`\n${printTable([['check', 'result', 'tests', 'time'], ...rows])}\n`)
const duration = printDuration((performance.now() - startedAt) / 1000)
const failed = results.filter(result => !result.isPassed)
if (failed.length > 0) {
  console.error(failed.map(printEnd).join('\n'))
  console.error(`Failed in ${duration}: ${failed.map(({ command }) => command).join(', ')}.`)
  process.exitCode = 1
} else {
  const tests = results.reduce((total, result) => total + result.tests, 0)
  console.log(`All ${results.length} checks passed, with ${tests} tests, in ${duration}.`)
}
for (const { tests, reason, command } of notRun)
  console.log(`Not run: ${tests}, because ${reason}. This brings them: ${command}`)
