import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareFiles, firstHunk, writeFiles } from './write-files'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const files = [
  { path: 'a.ts', text: 'one\ntwo\n' },
  { path: 'deep/b.ts', text: 'three\n' },
]

test('writes only files that differ', () => {
  expect(writeFiles(root, files)).toEqual(['a.ts', 'deep/b.ts'])
  utimesSync(join(root, 'a.ts'), 1000, 1000)
  writeFileSync(join(root, 'deep/b.ts'), 'edited')
  expect(writeFiles(root, files)).toEqual(['deep/b.ts'])
  expect(statSync(join(root, 'a.ts')).mtimeMs).toBe(1_000_000)
  expect(readFileSync(join(root, 'deep/b.ts'), 'utf8')).toBe('three\n')
})

test('a comparison lists stale and missing files and writes nothing', () => {
  writeFileSync(join(root, 'a.ts'), 'one\n2\n')
  expect(compareFiles(root, files)).toEqual([
    'a.ts is stale:\n@@ line 2 @@\n  one\n- 2\n+ two\n  ',
    'deep/b.ts does not exist.',
  ])
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('one\n2\n')
})

test.each([
  ['a changed line', 'a\nb\nc\nd', 'a\nb\nX\nd', '@@ line 3 @@\n  a\n  b\n- c\n+ X\n  d'],
  ['an added line', 'a\nb\nc', 'a\nb\nX\nc', '@@ line 3 @@\n  a\n  b\n+ X\n  c'],
  ['a removed line', 'a\nb\nc\nd', 'a\nc\nd', '@@ line 2 @@\n  a\n- b\n  c\n  d'],
  ['the whole text', 'a', 'b', '@@ line 1 @@\n- a\n+ b'],
])('the first difference: %s', (_, before, after, hunk) => {
  expect(firstHunk(before, after)).toBe(hunk)
})

test('long differences are cut', () => {
  const hunk = firstHunk('', Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n'))
  expect(hunk).toContain('(22 more lines)')
})
