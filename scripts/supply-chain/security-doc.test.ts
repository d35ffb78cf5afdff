import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { casesIn, testTitles } from '../reliability/test-titles'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The requirements of chapter V3 of ASVS 5.0.0, section by section. */
const webFrontend = [1, 3, 5, 8, 8, 1, 5].flatMap((count, index) =>
  Array.from({ length: count }, (_, number) => `V3.${index + 1}.${number + 1}`),
)

const rows = [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', verdict = '', reason = '']) => ({ id, verdict, reason }),
)

function casesOfTests(): Set<string> {
  const files = ['src', 'scripts', 'e2e', 'deploy', 'mocks', 'bench'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:test|spec)\.tsx?$/.test(name))
      .map(name => join(root, folder, name)),
  )
  return new Set(files.flatMap(file => testTitles(readFileSync(file, 'utf8')).flatMap(casesIn)))
}

it('names only cases that a test bears', () => {
  const held = casesOfTests()
  const named = [...new Set(casesIn(text.replaceAll(/V\d+\.\d+\.\d+/g, '')))]
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(id => !held.has(id))).toEqual([])
})

it('names only files and commands that are there', () => {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const paths = spans.filter(span => /^[\w.-]+\/[\w./-]*$|^\.npmrc$/.test(span) && !span.startsWith('dist'))
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  const commands = spans
    .filter(span => span.startsWith('npm run '))
    .map(span => span.slice('npm run '.length))
  expect(commands.filter(command => !Object.hasOwn(scripts, command))).toEqual([])
})

it('says of each requirement of chapter V3 whether it is met, and why, once', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter(id => id.startsWith('V3.'))).toEqual(webFrontend)
  expect(new Set(ids).size).toBe(ids.length)
  expect(rows.filter(({ verdict }) => !['met', 'not applicable', 'deviating'].includes(verdict))).toEqual([])
  expect(rows.filter(({ reason }) => reason.trim().length < 3)).toEqual([])
})
