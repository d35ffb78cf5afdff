/** What became of one test in a run, with its retries done. */
export interface TestResult {
  file: string
  /** With the titles of its groups. */
  title: string
  state: 'passed' | 'failed' | 'skipped'
}

/** A run that has been kept: the tests of vitest, the journeys, and the checks; null for what was not run. */
export interface KeptRun {
  unit: TestResult[] | null
  journeys: TestResult[] | null
  /** By the command of `npm run`. */
  checks: Record<string, CheckState> | null
}

/** What a check says; `unknown` where it could not ask, such as a service that is out of reach. */
export type CheckState = 'passed' | 'failed' | 'unknown'

/** Names of the files in the folder of the environment variable FLAGSHIP_RESULTS, and the folder of figures beside them. */
export const keptFiles = {
  unit: 'unit.json',
  journeys: 'journeys.json',
  checks: 'checks.json',
  figures: 'figures',
}
