import { expect, test } from 'vitest'
import { sourceFiles } from '../lib/source-files'
import { testTitles } from '../reliability/test-titles'
import { accessChecks, checksIn, languageChecks } from './checks'

const titles = sourceFiles('src', 'mocks', 'scripts', 'e2e', 'bench', 'deploy')
  .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path) && !path.startsWith('scripts/access/'))
  .flatMap(({ text }) => testTitles(text))
const named = new Set(titles.flatMap(checksIn))

test('there are 23 checks of access and 11 of languages', () => {
  expect([accessChecks.length, languageChecks.length]).toEqual([23, 11])
})

test('every check of access is the name of a test', () => {
  expect(accessChecks.filter(id => !named.has(id))).toEqual([])
})

test('every check of languages is the name of a test', () => {
  expect(languageChecks.filter(id => !named.has(id))).toEqual([])
})

test('no test names a check that does not exist', () => {
  const known = new Set([...accessChecks, ...languageChecks])
  expect([...named].filter(id => !known.has(id))).toEqual([])
})
