import { expect, test } from 'vitest'
import { findMissing } from './whole-run'

const isTest = /\.test\.tsx?$/

test('a file of which no test ran is named, also outside of the folders of the configuration', () => {
  const all = ['src/a.test.ts', 'src/a.ts', 'openapi/rules.test.ts', 'src/empty.test.tsx']
  expect(findMissing({ files: ['src/a.test.ts'], skipped: [] }, isTest, all)).toEqual([
    'openapi/rules.test.ts: none of its tests ran',
    'src/empty.test.tsx: none of its tests ran',
  ])
})

test('a test that was skipped without a reason is named', () => {
  expect(findMissing({ files: ['a.test.ts'], skipped: ['a.test.ts > adds'] }, isTest, ['a.test.ts'])).toEqual(
    ['a.test.ts > adds: skipped without a reason'],
  )
})

test('the files of the project are found without packages and builds', () => {
  const ran = findMissing({ files: [], skipped: [] }, isTest).map(line => line.split(':', 1)[0] ?? '')
  expect(ran).toContain('scripts/lib/whole-run.test.ts')
  expect(ran.filter(path => /node_modules|^dist/.test(path))).toEqual([])
})
