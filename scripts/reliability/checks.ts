import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from './read-json'
import { type CheckState, type KeptRun, keptFiles } from './test-result'

/** A command that holds cases beside the tests of their names: those try the judge on made-up input, this one what is shipped. */
interface Check {
  /** As in `npm run SCRIPT`. */
  script: string
  cases: string[]
  /** Takes minutes or asks the registry, so `npm test` does without. */
  isLong?: true
}

export const checks: readonly Check[] = [
  { script: 'check-build', cases: ['H04'] },
  { script: 'check-reproducible', cases: ['K08'] },
  { script: 'check-install', cases: ['K01', 'K08'], isLong: true },
  { script: 'audit', cases: ['K05'], isLong: true },
]

/** An audit that gets no answer ends with 3 (scripts/audit.ts). */
const stateOf = (code: number | null): CheckState =>
  code === 0 ? 'passed' : code === 3 ? 'unknown' : 'failed'

/** Keeps how a check has ended beside the results of the tests; a command that holds no case is left alone. */
export function keepCheck(folder: string, script: string, code: number | null): void {
  if (!checks.some(check => check.script === script)) return
  const file = join(folder, keptFiles.checks)
  const kept = { ...readJson<KeptRun['checks']>(file), [script]: stateOf(code) }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
}

/** Removes the results of an earlier run, so that what this one does not reach is not read as its own. Figures stay. */
export function forgetResults(folder: string): void {
  for (const file of [keptFiles.unit, keptFiles.journeys, keptFiles.checks])
    rmSync(join(folder, file), { force: true })
}
