/** What became of one test in a run, with its retries done. */
export interface TestResult {
  file: string
  /** With the titles of its groups. */
  title: string
  state: 'passed' | 'failed' | 'skipped'
}

/** A run that has been kept: the tests of vitest, the journeys; null for what was not run. */
export interface KeptRun {
  unit: TestResult[] | null
  journeys: TestResult[] | null
}

/** Names of the files in the folder of the environment variable FLAGSHIP_RESULTS, and the folder of figures beside them. */
export const keptFiles = { unit: 'unit.json', journeys: 'journeys.json', figures: 'figures' }
