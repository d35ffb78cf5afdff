import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunReport } from './judge-run'

/** Milliseconds after which a run is given up: some breaks make a test wait without end. */
const longestRun = 180_000

/**
 * Runs some test files of a checkout, up to the first that turns red, and gives Vitest's own report; null when the run had
 * to be stopped or left none.
 */
export async function runTests(checkout: string, files: readonly string[]): Promise<RunReport | null> {
  const folder = mkdtempSync(join(tmpdir(), 'flagship-report-'))
  const report = join(folder, 'report.json')
  const parameters = ['run', ...files, '--reporter=json', `--outputFile=${report}`, '--bail=1', '--retry=0']
  // A group of its own, so that the workers end with it.
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...parameters], {
    cwd: checkout,
    detached: true,
    stdio: 'ignore',
  })
  const stop = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), longestRun)
  await new Promise(closed => child.on('close', closed))
  clearTimeout(stop)
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
