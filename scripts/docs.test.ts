import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const reliability = read('docs/reliability.md')
const security = read('SECURITY.md')
const { scripts } = JSON.parse(read('package.json'))

const cases = [...reliability.matchAll(/^\| ([A-Z]\d\d) \| .+ \| (.+) \|$/gm)].map(
  ([, id = '', files = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }),
)

test('each case of docs/reliability.md is in the title of a test in every file that it names', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  expect(reliability).toContain(`: ${cases.length} cases, each with its tests`)
  const inTitle = (id: string, path: string) => new RegExp(`['"\`][^'"\`\\n]*\\b${id}\\b`).test(read(path))
  const missing = cases.flatMap(({ id, files }) =>
    files.filter(path => !existsSync(join(root, path)) || !inTitle(id, path)).map(path => `${id} ${path}`),
  )
  expect(missing).toEqual([])
  expect(cases.filter(({ files }) => files.length === 0)).toEqual([])
})

test('SECURITY.md names only cases, files and commands that exist', () => {
  const known = new Set(cases.map(({ id }) => id))
  const named = security.replaceAll(/V\d+\.\d+\.\d+/g, '').match(/\b[A-Z]\d\d\b/g) ?? []
  expect(named.filter(id => !known.has(id))).toEqual([])
  const spans = [...security.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const paths = spans.filter(span => /^[\w.-]+\/[\w./-]*$|^\.npmrc$/.test(span) && !span.startsWith('dist'))
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  const commands = spans
    .filter(span => span.startsWith('npm run '))
    .map(span => span.slice('npm run '.length))
  expect(commands.filter(command => !Object.hasOwn(scripts, command))).toEqual([])
})

/** The rows of ASVS in SECURITY.md. */
const rows = [...security.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([\w ]+) \| (.+) \|$/gm)].map(
  ([, id = '', status = '', notes = '']) => ({ id, status, notes }),
)

test('each requirement that SECURITY.md calls met names a case or a test, and has one status', () => {
  expect(rows.length).toBe(security.match(/^\| V\d/gm)?.length)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.filter(({ status }) => !['met', 'deviating', 'not applicable'].includes(status))).toEqual([])
  const known = new Set(cases.map(({ id }) => id))
  const isHeld = ({ notes }: { notes: string }) =>
    [...notes.replaceAll(/V\d+\.\d+\.\d+/g, '').matchAll(/\b[A-Z]\d\d\b/g)].some(([id]) => known.has(id)) ||
    [...notes.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].some(
      ([, path = '']) => existsSync(join(root, path)) && /\b(?:test|it)\b/.test(read(path)),
    )
  expect(rows.filter(row => row.status === 'met' && !isHeld(row)).map(({ id }) => id)).toEqual([])
  const order = rows.map(({ id }) => id.slice(1).split('.').map(Number))
  const sorted = order.toSorted((a, b) => a.map((part, at) => part - (b[at] ?? 0)).find(Boolean) ?? 0)
  expect(order).toEqual(sorted)
})

test('V15.1.1 SECURITY.md has a deadline for each severity', () => {
  expect(security.replaceAll(/\s+/g, ' ')).toMatch(
    /fixed within \d+ days \(critical\), \d+ \(high\) or \d+ \(others\); in tools within \d+\./,
  )
})
