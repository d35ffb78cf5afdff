/**
 * - `caught`: a test turned red by what it asserts.
 * - `late`: tests turned red only because they ran out of their time.
 * - `crashed`: files could not be run at all, as when something does not compile: that shows nothing about the tests.
 * - `green`: nothing was seen.
 */
export type Outcome = 'caught' | 'late' | 'crashed' | 'green'

/** What one run of some test files gave. */
export interface TestRun {
  tests: readonly { name: string; isRed: boolean; messages: readonly string[] }[]
  /** A file that could not be loaded, or whose hooks failed. */
  hasBrokenFile: boolean
}

const isOverdue = (message: string): boolean => /\b(?:Test|Hook) timed out in \d+ms/.test(message)

/** What a run of tests over a broken product showed, and the first test that showed it. */
export function judgeRun({ tests, hasBrokenFile }: TestRun): { outcome: Outcome; test: string } {
  const reds = tests.filter(({ isRed }) => isRed)
  const caught = reds.find(({ messages }) => !messages.every(isOverdue))
  if (caught) return { outcome: 'caught', test: caught.name }
  const [late] = reds
  if (late) return { outcome: 'late', test: late.name }
  return { outcome: hasBrokenFile || tests.length === 0 ? 'crashed' : 'green', test: '' }
}
