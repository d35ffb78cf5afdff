import { relative, sep } from 'node:path'
import type { Reporter } from 'vitest/node'
import { findMissing, isWholeRun } from './lib/whole-run'

/** Fails a whole run in which a file or a test did not run. */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export of a reporter.
export default class WholeRunReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = modules => {
    if (!isWholeRun()) return
    const getPath = (file: string) => relative(process.cwd(), file).split(sep).join('/')
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const skipped = tests.filter(test => {
      const result = test.result()
      return result.state === 'pending' || (result.state === 'skipped' && !result.note)
    })
    const missing = findMissing(
      {
        files: tests.map(({ module }) => getPath(module.moduleId)),
        skipped: skipped.map(({ module, fullName }) => `${getPath(module.moduleId)} > ${fullName}`),
      },
      /\.test\.tsx?$/,
    )
    if (missing.length === 0) return
    console.error(`\nNot every test ran:\n${missing.join('\n')}\n`)
    process.exitCode = 1
  }
}
