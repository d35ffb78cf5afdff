import { spawn } from 'node:child_process'
import {
  type CheckTotals,
  countLooks,
  countTests,
  printCounts,
  printDuration,
  printTotals,
} from './lib/check-totals'

type Check = [script: string, ...parameters: string[]]

/** `npm run test:full` tries everything of which `npm test` takes a share: every look of every state, every drift. */
const isFull = process.argv.includes('--full')

/** Every check of `npm test`, the quick ones first. Each is also a command of its own; those of one line run together. */
const steps: Check[][] = [
  // What the journeys need comes from the network meanwhile.
  [
    ['build'],
    ['e2e:install'],
    ['typecheck'],
    ['generate', '--', '--check'],
    ['contract:lint'],
    ['lint'],
    ['knip'],
  ],
  [['unit']],
  [['e2e']],
  // The pictures come last: they are taken of a quicker build, which stands in the place of the one that is compared.
  ...(isFull ? [[['screenshots']] satisfies Check[]] : []),
]

/** What looks at the build begins when it is there, while the types are still being checked. */
const afterBuild: Check[] = [['build:demo'], ['check-build'], ['size']]

/** Runs one check; its output comes as it is written, or in one piece where others run beside it. */
async function runCheck([script, ...parameters]: Check, isAlone: boolean): Promise<CheckTotals> {
  const title = [script, ...parameters].join(' ')
  const heading = `\n▸ npm run ${title}\n`
  const startedAt = performance.now()
  if (isAlone) process.stdout.write(heading)
  const child = spawn('npm', ['run', '--silent', script, ...parameters], {
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
  const code = await new Promise<number | null>(closed => child.on('close', closed))
  if (!isAlone) process.stdout.write(heading + output)
  const seconds = (performance.now() - startedAt) / 1000
  return { title, isPassed: code === 0, seconds, tests: countTests(output), looks: countLooks(output) }
}

const runTogether = async (checks: readonly Check[]): Promise<CheckTotals[]> => {
  const runOne = async (check: Check) => {
    const totals = await runCheck(check, checks.length === 1)
    const follow = check[0] === 'build' && totals.isPassed ? await runTogether(afterBuild) : []
    return [totals, ...follow]
  }
  return (await Promise.all(checks.map(runOne))).flat()
}

const startedAt = performance.now()
const done: CheckTotals[] = []
for (const step of steps) {
  done.push(...(await runTogether(step)))
  if (done.some(check => !check.isPassed)) break
}

const failed = done.filter(check => !check.isPassed).map(({ title }) => title)
const duration = printDuration((performance.now() - startedAt) / 1000)
console.log(`\n${printTotals(done)}\n`)
if (failed.length > 0) {
  const passed = done.length - failed.length
  console.error(
    `Failed: ${failed.join(', ')}. Of ${steps.flat().length + afterBuild.length} checks ${passed} passed, in ${duration}.`,
  )
  process.exitCode = 1
} else {
  console.log(`All ${done.length} checks passed, with ${printCounts(done)}, in ${duration}.`)
}
