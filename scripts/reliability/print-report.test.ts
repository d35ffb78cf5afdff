import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { printFigures, printRun } from './print-report'
import { readFigures, readRun } from './read-run'

const someFolder = (files: Record<string, unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'figures'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content))
  return folder
}

test('what was not measured says so, and is no zero', () => {
  const text = printFigures(readFigures(someFolder({})))
  expect(text.match(/^ {2}not measured \(npm run /gm)).toHaveLength(8)
  expect(text.replaceAll('e2e', '')).not.toMatch(/\d/)
})

test('figures stand under their part, each with its time, and add up', () => {
  const folder = someFolder({
    'figures/bad-inputs.address.json': { tried: 40, escaped: 0, seed: 7 },
    'figures/bad-inputs.markdown.json': { tried: 60, escaped: 1, seed: 7 },
    'figures/soak.json': { cycles: 2000, slope: '0.1 MB' },
  })
  const text = printFigures(readFigures(folder))
  expect(text).toContain('address: tried 40, escaped 0, seed 7  (')
  expect(text).toContain('leave behind\n  cycles 2000, slope 0.1 MB  (')
  expect(text).toMatch(/Bad inputs in all: tried 100, escaped 1$/)
  expect(text.match(/not measured/g)).toHaveLength(6)
})

test('a folder without results was not run; journeys are read with the titles of their groups', () => {
  const test = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })
  const folder = someFolder({
    'journeys.json': {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [test('alone', 'expected'), test('late', 'flaky')],
          suites: [{ title: 'A01 group', specs: [test('one', 'unexpected'), test('two', 'skipped')] }],
        },
      ],
    },
  })
  const { unit, journeys, checks } = readRun(folder)
  expect([unit, checks]).toEqual([null, null])
  expect(journeys?.map(({ title, state }) => [title, state])).toEqual([
    ['alone', 'passed'],
    ['late', 'passed'],
    ['A01 group one', 'failed'],
    ['A01 group two', 'skipped'],
  ])
})

test('what there is to judge by is said, and what was not run says so', () => {
  const folder = someFolder({
    'unit.json': [
      { file: 'a.test.ts', title: 'a', state: 'passed' },
      { file: 'a.test.ts', title: 'b', state: 'failed' },
    ],
    'checks.json': { 'check-build': 'failed', audit: 'unknown' },
  })
  expect(printRun('there', readRun(folder))).toBe(
    [
      'Results in there',
      '  unit tests: 1 passed, 1 failed, 0 skipped',
      '  journeys in a browser: not run',
      '  npm run check-build: failed',
      '  npm run check-reproducible: not run',
      '  npm run check-install: not run',
      '  npm run audit: got no answer',
    ].join('\n'),
  )
})
