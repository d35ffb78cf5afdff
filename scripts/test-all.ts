import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { forgetResults, keepCheck } from './reliability/checks'
import { keptFiles } from './reliability/test-result'

type Check = [script: string, ...parameters: string[]]

/** `npm run test:full` tries everything of which `npm test` takes a share: every look of every state, every drift. */
const isFull = process.argv.includes('--full')

/** Every check of `npm test`, the quick ones first. Each is also a command of its own; those of one line run together. */
const steps: Check[][] = [
  [['generate', '--', '--check'], ['contract:lint'], ['typecheck'], ['lint'], ['knip'], ['build']],
  [['check-build'], ['size'], ['check-reproducible'], ['build:demo']],
  [['unit']],
  [['e2e']],
  ...(isFull ? [[['screenshots']] satisfies Check[], [['check-install']] satisfies Check[]] : []),
]

/** Results are kept for `npm run report:reliability -- --from test-results`. */
const kept = join(import.meta.dirname, '..', 'test-results')

/** Runs one check; its output comes as it is written, or in one piece where others run beside it. */
async function runCheck([script, ...parameters]: Check, isAlone: boolean) {
  const title = `\n▸ npm run ${[script, ...parameters].join(' ')}\n`
  if (isAlone) process.stdout.write(title)
  const child = spawn('npm', ['run', '--silent', script, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FLAGSHIP_RESULTS: kept,
      FLAGSHIP_FIGURES: join(kept, keptFiles.figures),
      ...(isFull && { FLAGSHIP_TESTS: 'full' }),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      if (isAlone) process.stdout.write(chunk)
      output += chunk
    })
  }
  const code = await new Promise<number | null>(closed => child.on('close', closed))
  if (!isAlone) process.stdout.write(title + output)
  keepCheck(kept, script, code)
  return { script, isPassed: code === 0, tests: countTests(output) }
}

/** Reads how many tests passed from the last lines of Vitest (`Tests  12 passed`) and Playwright (`12 passed`). */
function countTests(output: string): number {
  return Number(/^\s*(?:Tests\s+)?(\d+) passed/m.exec(stripVTControlCharacters(output))?.[1] ?? 0)
}

const startedAt = performance.now()
forgetResults(kept)
const count = steps.flat().length
let tests = 0
let passed = 0
for (const step of steps) {
  const results = await Promise.all(step.map(check => runCheck(check, step.length === 1)))
  for (const result of results) tests += result.tests
  passed += results.filter(result => result.isPassed).length
  const failed = results.filter(result => !result.isPassed).map(result => result.script)
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}. Of ${count} checks ${passed} passed before.`)
    process.exitCode = 1
    break
  }
}
if (passed === count) {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\nAll ${passed} checks passed, with ${tests} tests in them, in ${seconds} s.`)
}
