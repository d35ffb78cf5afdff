import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRun } from './read-run'
import { runEverything } from './run-everything'

/** Runs with each command ending as said, else well; the folder has results of another day. */
const runWith = (codes: Record<string, number | null>, isShare = false) => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'unit.json'), '[]')
  writeFileSync(join(folder, 'checks.json'), '{"check-install": "passed"}')
  const asked: string[] = []
  const run = () =>
    runEverything({ folder, isShare }, (script, environment) => {
      asked.push(`${script}${environment.FLAGSHIP_TESTS === 'full' ? ' in full' : ''}`)
      return codes[script] === undefined ? 0 : codes[script]
    })
  return { run, asked, kept: () => readRun(folder) }
}

test.each([
  ['build', 1],
  ['build:demo', null],
])('without npm run %s nothing is tested, and nothing of another day is kept', (script, code) => {
  const { run, asked, kept } = runWith({ [script]: code })
  expect(run).toThrow(`npm run ${script} failed`)
  expect(asked.at(-1)).toBe(`${script} in full`)
  expect(kept()).toEqual({ unit: null, journeys: null, checks: null })
})

test('what a check says is kept, and what fails stops nothing', () => {
  const { run, asked, kept } = runWith({ 'check-build': 1, 'check-install': null, audit: 3, unit: 1 })
  run()
  expect(kept().checks).toEqual({
    'check-build': 'failed',
    'check-reproducible': 'passed',
    'check-install': 'failed',
    audit: 'unknown',
  })
  expect(asked.slice(-2)).toEqual(['unit in full', 'e2e in full'])
})

test('the share of npm test leaves out what takes minutes or asks the registry', () => {
  const { run, asked, kept } = runWith({}, true)
  run()
  expect(asked).toEqual(['build', 'build:demo', 'check-build', 'check-reproducible', 'unit', 'e2e'])
  expect(kept().checks).toEqual({ 'check-build': 'passed', 'check-reproducible': 'passed' })
})
