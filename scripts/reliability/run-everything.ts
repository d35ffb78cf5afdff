import { join } from 'node:path'
import { checks, forgetResults, keepCheck } from './checks'
import { keptFiles } from './test-result'

interface Run {
  /** Where the results go. */
  folder: string
  /** The share of `npm test` instead of everything. */
  isShare: boolean
}

/** Runs `npm run SCRIPT`, and says how it ended; null when it was stopped or never began. */
type RunScript = (script: string, environment: Record<string, string>) => number | null

/**
 * Builds, runs the checks and all tests, and keeps what became of them. A test or a check that fails is no reason to stop,
 * for the report says it. Throws when a build fails: the journeys would walk through one of another day.
 */
export function runEverything({ folder, isShare }: Run, runScript: RunScript): void {
  forgetResults(folder)
  const environment = {
    FLAGSHIP_RESULTS: folder,
    FLAGSHIP_FIGURES: join(folder, keptFiles.figures),
    ...(!isShare && { FLAGSHIP_TESTS: 'full' }),
  }
  for (const script of ['build', 'build:demo'])
    if (runScript(script, environment) !== 0)
      throw new Error(`npm run ${script} failed, so nothing was tested and there is no report.`)
  for (const { script } of checks.filter(({ isLong }) => !(isShare && isLong)))
    keepCheck(folder, script, runScript(script, environment))
  for (const script of ['unit', 'e2e']) runScript(script, environment)
}
