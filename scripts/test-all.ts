import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { printTable } from './lib/print-table'

/** `npm test -- --full` runs everything of which `npm test` takes a sample, and takes the screenshots. */
const isFull = process.argv.includes('--full')

/** `npm test -- --install` installs browsers and nginx where they are missing, as it does where `CI` is set. */
const install = process.argv.includes('--install') ? ' --install' : ''

interface Check {
  command: string
  /** Checks that start when this one has passed. */
  next?: readonly Check[]
}

interface Result {
  command: string
  isPassed: boolean
  seconds: number
  /** Tests that passed, 0 for a check without tests. */
  tests: number
}

/** The checks of one step run side by side; the quick ones come first. */
const steps: readonly (readonly Check[])[] = [
  [
    { command: 'npm run build', next: [{ command: 'npm run build:demo' }, { command: 'npx size-limit' }] },
    { command: `npx tsx scripts/browser-tools.ts${install}` },
    { command: 'npm run typecheck' },
    { command: 'npm run generate -- --check' },
    { command: 'npm run contract:usage -- --check' },
    { command: 'npm run contract:lint' },
    { command: 'npm run lint' },
  ],
  [{ command: 'npm run test:unit' }],
  [{ command: 'npm run test:e2e' }],
  // Last, because it makes another build in place of the one that the other checks use.
  ...(isFull ? [[{ command: 'npm run screenshots' }]] : []),
]

/** Runs one check. Its output is printed as it comes when it is alone, else in one piece at the end. */
async function runCheck({ command }: Check, isAlone: boolean): Promise<Result> {
  const startedAt = performance.now()
  if (isAlone) process.stdout.write(`\n▸ ${command}\n`)
  const [program = '', ...parameters] = command.split(' ')
  const child = spawn(program, program === 'npm' ? ['--silent', ...parameters] : parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(isFull && { FLAGSHIP_TESTS: 'full' }) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      if (isAlone) process.stdout.write(chunk)
      output += chunk
    })
  }
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  if (!isAlone) process.stdout.write(`\n▸ ${command}\n${output}`)
  const seconds = (performance.now() - startedAt) / 1000
  return { command, isPassed: code === 0, seconds, tests: countTests(output) }
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

const printDuration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

const startedAt = performance.now()
const results: Result[] = []
for (const step of steps) {
  results.push(...(await runStep(step)))
  if (results.some(result => !result.isPassed)) break
}

const rows = results.map(({ command, isPassed, tests, seconds }) => [
  command,
  isPassed ? 'passed' : 'FAILED',
  tests > 0 ? String(tests) : '',
  printDuration(seconds),
])
console.log(`\n${printTable([['check', 'result', 'tests', 'time'], ...rows])}\n`)
const duration = printDuration((performance.now() - startedAt) / 1000)
const failed = results.filter(result => !result.isPassed)
if (failed.length > 0) {
  console.error(`Failed in ${duration}: ${failed.map(({ command }) => command).join(', ')}.`)
  process.exitCode = 1
} else {
  const tests = results.reduce((total, result) => total + result.tests, 0)
  console.log(`All ${results.length} checks passed, with ${tests} tests, in ${duration}.`)
}
