import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './install'
import type { Target } from './targets'

export type ColdRuns = {
  readonly target: Target
  /** Milliseconds from the start of the process to its end. */
  readonly milliseconds: readonly number[]
  /** Of all that it wrote. */
  readonly bytes: number
  /** Why it does not count: it did not end well or wrote nothing. */
  readonly failure?: string
}

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }

/** Runs all targets in turn, round by round, each as a new process with an empty folder to write to. */
export async function runCold(targets: readonly Target[], rounds: number): Promise<ColdRuns[]> {
  const runs = new Map(
    targets.map(target => [target, { milliseconds: [] as number[], bytes: 0, failure: '' }]),
  )
  for (let round = -1; round < rounds; round++) {
    console.error(round < 0 ? 'First starts' : `Round ${round + 1} of ${rounds}`)
    for (const [index] of targets.entries()) {
      const target = targets[(index + round + 1) % targets.length]
      const run = target && runs.get(target)
      if (!run || run.failure) continue
      const { milliseconds, failure, bytes } = await runOnce(target)
      if (failure !== undefined) run.failure = failure
      // The round before the first is not counted: what it reads is in the computer's memory afterwards.
      else if (round >= 0) run.milliseconds.push(milliseconds)
      run.bytes = bytes
    }
  }
  return [...runs].map(([target, { failure, ...run }]) => ({ target, ...run, ...(failure && { failure }) }))
}

type Once = { readonly milliseconds: number; readonly bytes: number; readonly failure?: string }

function runOnce({ node, parts, out }: Target): Promise<Once> {
  if (out !== undefined) {
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
  }
  return new Promise(resolve => {
    const start = performance.now()
    const child = spawn(node, parts, {
      cwd: project,
      env: { ...process.env, ...quiet },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    child.on('error', error => resolve({ milliseconds: 0, bytes: 0, failure: error.message }))
    child.on('close', code => {
      const milliseconds = performance.now() - start
      const bytes = out === undefined ? 0 : bytesIn(out)
      const isGood = code === 0 && (out === undefined || bytes > 0)
      resolve({ milliseconds, bytes, ...(!isGood && { failure: reasonIn(output) || `exit code ${code}` }) })
    })
  })
}

/** The line of an output that tells most, at most 160 letters of it. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const line = lines.find(one => /error|unsupported|cannot|only/i.test(one)) ?? lines.at(-1) ?? ''
  return line.trim().slice(0, 160)
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
