import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** Every check of `npm test`, the quick ones first. Each is also a command of its own. */
const checks: [script: string, parameters: string[]][] = [
  ['generate', ['--', '--check']],
  ['contract:lint', []],
  ['typecheck', []],
  ['lint', []],
  ['knip', []],
  ['unit', []],
  ['build', []],
  ['check-build', []],
  ['size', []],
  ['e2e', []],
]

/** Runs one check and shows its output as it comes. */
async function runCheck(script: string, parameters: string[]): Promise<{ isPassed: boolean; tests: number }> {
  console.log(`\n▸ npm run ${[script, ...parameters].join(' ')}`)
  const child = spawn('npm', ['run', '--silent', script, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', chunk => {
    process.stdout.write(chunk)
    output += chunk
  })
  const code = await new Promise(closed => child.on('close', closed))
  return { isPassed: code === 0, tests: countTests(output) }
}

/** Reads how many tests passed from the last lines of Vitest (`Tests  12 passed`) and Playwright (`12 passed`). */
function countTests(output: string): number {
  return Number(/^\s*(?:Tests\s+)?(\d+) passed/m.exec(stripVTControlCharacters(output))?.[1] ?? 0)
}

const startedAt = performance.now()
let tests = 0
let passed = 0
for (const [script, parameters] of checks) {
  const result = await runCheck(script, parameters)
  tests += result.tests
  if (!result.isPassed) {
    console.error(`\n${script} failed; ${passed} of ${checks.length} checks passed before it.`)
    process.exitCode = 1
    break
  }
  passed += 1
}
if (passed === checks.length) {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\nAll ${passed} checks passed, with ${tests} tests in them, in ${seconds} s.`)
}
