import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import type { TestRun } from './judge-run'

export interface OpenTests {
  /** Runs some test files, up to the first that turns red. */
  run(files: readonly string[]): Promise<TestRun>
  /** To be told of each file that is written: no one watches them, and what was read of it would be used again. */
  hasChanged(file: string): void
  close(): Promise<void>
}

/** Opens the tests of a checkout once, for many runs: to start anew for each takes longer than most of the tests. */
export async function openTests(checkout: string): Promise<OpenTests> {
  // Plugins look for their folders from here.
  process.chdir(checkout)
  const silent = { onInit: () => {} }
  const vitest = await createVitest('test', {
    root: checkout,
    watch: false,
    bail: 1,
    retry: 0,
    // A busy machine turns no test red, and a break that makes one wait for ever costs a minute.
    testTimeout: 60_000,
    reporters: [silent],
    onConsoleLog: () => false,
  })
  await vitest.globTestSpecifications()
  return {
    async run(files) {
      // What was red before would end this run at once.
      vitest.state.filesMap.clear()
      const paths = files.map(file => join(checkout, file))
      const specifications = paths.flatMap(path => vitest.getModuleSpecifications(path))
      const { testModules } = await vitest.runTestSpecifications(specifications)
      const hasAll = paths.every(path => testModules.some(({ moduleId }) => moduleId === path))
      const runs = testModules.map(readModule)
      return {
        tests: runs.flatMap(({ tests }) => tests),
        hasBrokenFile: !hasAll || runs.some(one => one.hasBrokenFile),
      }
    },
    hasChanged: file => vitest.invalidateFile(join(checkout, file)),
    close: () => vitest.close(),
  }
}

function readModule(module: TestModule): TestRun {
  const tests = [...module.children.allTests()].map(test => {
    const { state, errors = [] } = test.result()
    return { name: test.fullName, isRed: state === 'failed', messages: errors.map(({ message }) => message) }
  })
  const suites = [...module.children.allSuites()]
  return {
    tests,
    hasBrokenFile: module.errors().length > 0 || suites.some(suite => suite.errors().length > 0),
  }
}
