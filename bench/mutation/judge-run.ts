/**
 * - `caught`: a test turned red by what it asserts.
 * - `late`: tests turned red only because they ran out of their time.
 * - `crashed`: files could not be run at all, as when something does not compile: that shows nothing about the tests.
 * - `green`: nothing was seen.
 */
export type Outcome = 'caught' | 'late' | 'crashed' | 'green'

/** What is read of the report that Vitest writes as JSON. */
export interface RunReport {
  testResults: readonly {
    status: string
    assertionResults: readonly {
      status: string
      fullName: string
      failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** What a run of tests over a broken product showed, and the first test that showed it. */
export function judgeRun({ testResults }: RunReport): { outcome: Outcome; test: string } {
  const tests = testResults.flatMap(file => file.assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const isLate = ({ failureMessages }: (typeof failed)[number]) =>
    (failureMessages ?? []).every(message => /\b(?:Test|Hook) timed out in \d+ms/.test(message))
  const red = failed.find(test => !isLate(test))
  if (red) return { outcome: 'caught', test: red.fullName }
  const [late] = failed
  if (late) return { outcome: 'late', test: late.fullName }
  const isCrash = tests.length === 0 || testResults.some(({ status }) => status === 'failed')
  return { outcome: isCrash ? 'crashed' : 'green', test: '' }
}
