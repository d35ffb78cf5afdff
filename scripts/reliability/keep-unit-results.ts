import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter } from 'vitest/node'
import { keptFiles, type TestResult } from './test-result.ts'

/** Keeps what became of each test of vitest in the folder of FLAGSHIP_RESULTS, and says nothing. */
export const keepUnitResults = (folder: string): Reporter => ({
  onTestRunEnd(modules) {
    const results = modules.flatMap(module =>
      [...module.children.allTests()].map((test): TestResult => {
        const { state } = test.result()
        return {
          file: relative(process.cwd(), module.moduleId),
          title: test.fullName,
          state: state === 'pending' ? 'failed' : state,
        }
      }),
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, keptFiles.unit), JSON.stringify(results))
  },
})
