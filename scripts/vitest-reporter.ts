import { relative, sep } from 'node:path'
import type { Reporter } from 'vitest/node'
import project from '../package.json' with { type: 'json' }
import { findMissing, isWholeRun } from './lib/whole-run'

/** The folders of the packages, the innermost first. */
const folders = project.workspaces.toSorted((a, b) => b.length - a.length)

/** Prints the tests of each package, and fails a whole run in which a file or a test did not run. */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export of a reporter.
export default class WholeRunReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = modules => {
    if (!isWholeRun()) return
    const getPath = (file: string) => relative(process.cwd(), file).split(sep).join('/')
    const tests = modules.flatMap(module => [...module.children.allTests()])
    for (const folder of [undefined, ...folders]) {
      const own = modules.filter(({ moduleId }) => folders.find(isParentOf(getPath(moduleId))) === folder)
      const passed = own.flatMap(module => [...module.children.allTests('passed')]).length
      const seconds = own.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1000
      console.log(`Tests of ${folder ?? 'the app'}: ${passed} in ${Math.round(seconds)} s`)
    }
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

const isParentOf = (path: string) => (folder: string) => path.startsWith(`${folder}/`)
