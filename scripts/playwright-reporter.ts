import { relative, sep } from 'node:path'
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { findMissing, isWholeRun } from './lib/whole-run'

/** Names the tests that were skipped with a reason, and fails a whole run in which others did not run. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a reporter.
export default class WholeRunReporter implements Reporter {
  #tests: TestCase[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const skipped = this.#tests.filter(test => test.results.every(result => result.status === 'skipped'))
    const withReason = skipped.filter(test => getReason(test) !== '')
    for (const reason of new Set(withReason.map(getReason)))
      console.log(
        `Not run, because ${reason}:\n${withReason
          .filter(test => getReason(test) === reason)
          .map(getTitle)
          .join('\n')}\n`,
      )
    // A failed run says more by its own failures.
    if (!isWholeRun() || status !== 'passed') return { status }
    const missing = findMissing(
      {
        files: this.#tests.map(getFile),
        skipped: skipped.filter(test => getReason(test) === '').map(getTitle),
      },
      /^e2e\/.*\.spec\.ts$/,
    )
    if (missing.length === 0) return { status }
    console.error(`\nNot every test ran:\n${missing.join('\n')}\n`)
    return { status: 'failed' }
  }
}

/** The reason that `test.skip(condition, reason)` was given, or an empty text. */
const getReason = ({ annotations }: TestCase): string =>
  annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? ''

const getFile = ({ location }: TestCase): string =>
  relative(process.cwd(), location.file).split(sep).join('/')
const getTitle = (test: TestCase): string => `${getFile(test)} > ${test.title}`
