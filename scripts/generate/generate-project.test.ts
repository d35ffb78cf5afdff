import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { firstDifference, generateProject } from './generate-project'
import { printLiteral } from './print'

const project = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'generate-'))
const upToDate = { exitCode: 0, text: 'Every generated file is up to date.' }

function generated(): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.includes('.gen.'),
  )
  return new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Returns the line of the passage. */
function edit(path: string, passage: string, replacement: string): number {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text).toContain(passage)
  writeFileSync(join(root, path), text.replace(passage, replacement))
  return text.slice(0, text.indexOf(passage)).split('\n').length
}

function restore(): void {
  cpSync(join(project, 'packages/contract/fixtures/torture'), join(root, 'openapi'), { recursive: true })
  cpSync(join(project, 'mocks/content'), join(root, 'mocks/content'), { recursive: true })
  for (const [path, text] of first) writeFileSync(join(root, path), text)
}

let first = new Map<string, string>()
beforeAll(async () => {
  restore()
  expect(await generateProject(root, false)).toMatchObject({ exitCode: 0 })
  first = generated()
}, 60_000)
beforeEach(restore)
afterAll(() => rmSync(root, { recursive: true }))

test('writes all files, the same bytes again, and only those that differ', async () => {
  expect([...first.keys()]).toEqual([
    'mocks/handlers.gen.ts',
    'mocks/operations.gen.ts',
    'mocks/platform/data/groups.gen.ts',
    'mocks/platform/data/images.gen.ts',
    'mocks/platform/data/names.gen.ts',
    'mocks/platform/data/shells.gen.ts',
    'mocks/samplers.gen.ts',
    'packages/contract/schema.gen.ts',
    'packages/drift/screens.gen.json',
    'src/api/error-details.gen.ts',
    'src/api/operations.gen.ts',
  ])
  const writtenAt = () => statSync(join(root, 'mocks/operations.gen.ts')).mtimeMs
  const before = writtenAt()
  expect(await generateProject(root, false)).toEqual(upToDate)
  expect(writtenAt()).toBe(before)
  for (const path of first.keys()) rmSync(join(root, path))
  expect(await generateProject(root, false)).toMatchObject({ exitCode: 0 })
  expect(generated()).toEqual(first)
})

test('reports a changed field, and --check writes nothing', async () => {
  expect(await generateProject(root, true)).toEqual(upToDate)
  edit('openapi/schemas/Tree.yaml', 'name: {', 'title: {')
  edit('openapi/schemas/Tree.yaml', '[name,', '[title,')
  const { exitCode, text } = await generateProject(root, true)
  expect(exitCode).toBe(1)
  for (const path of ['packages/contract/schema.gen.ts', 'mocks/samplers.gen.ts']) {
    expect(text).toContain(`${path} is stale:`)
  }
  expect(text).toContain('-             name: string;\n')
  expect(text).toMatch(/run npm run generate\.$/)
  expect(generated()).toEqual(first)
})

test('reports a manual edit of each file', async () => {
  const edits: [string, string, string][] = [
    ['packages/contract/schema.gen.ts', 'label: string', 'label: number'],
    ['mocks/operations.gen.ts', "effect: 'read'", "effect: 'write'"],
    ['mocks/handlers.gen.ts', 'http.patch', 'http.put'],
    ['mocks/platform/data/groups.gen.ts', 'points: 50', 'points: 51'],
  ]
  for (const change of edits) edit(...change)
  const { exitCode, text } = await generateProject(root, true)
  expect(exitCode).toBe(1)
  const reported = [...text.matchAll(/^(\S+) is stale:\n@@ line /gm)].map(([, path]) => path)
  expect(reported).toEqual(edits.map(([path]) => path))
})

test('an invalid contract fails with full sentences and leaves every file alone', async () => {
  edit('openapi/schemas/Id.yaml', 'minimum: 1', 'nullable: true')
  edit('openapi/paths/things.yaml', 'operationId: changeThing', 'summary: nameless')
  expect(await generateProject(root, false)).toEqual({
    exitCode: 1,
    text:
      'PATCH /things/{thing_id} has no operationId; name it by verb and noun, like getGroup.\n' +
      'The schema Id uses "nullable", which is not supported; write type: [string, "null"] as OpenAPI 3.1 does.',
  })
  expect(generated()).toEqual(first)
})

test('an error detail that is not listed fails with its files and lines', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'details-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true })
  const path = 'openapi/responses/GroupForbidden.yaml'
  const text = readFileSync(join(copy, path), 'utf8')
  writeFileSync(join(copy, path), text.replaceAll('dont have access', 'dont have acess'))
  const outcome = await generateProject(copy, false)
  expect(outcome.exitCode).toBe(1)
  expect(outcome.text).toMatch(
    /^The error detail "you dont have acess to this group" \(openapi\/responses\/GroupForbidden\.yaml:\d+, .+\) is not in openapi\/schemas\/ErrorDetail\.yaml/,
  )
})

test('a mark that does not say what is lost fails, and its sentence reaches the types and the page', async () => {
  edit('openapi/schemas/Tree.yaml', 'name: {', 'note: { type: [string, "null"], x-assumed: true }\n  name: {')
  const { exitCode, text } = await generateProject(root, true)
  expect(exitCode).toBe(1)
  expect(text).toContain('Tree.note is assumed: write under x-assumed what users lose without it')
  edit('openapi/schemas/Tree.yaml', 'x-assumed: true', 'x-assumed: The note is not shown.')
  expect(await generateProject(root, false)).toMatchObject({ exitCode: 0 })
  expect(readFileSync(join(root, 'docs/assumed.md'), 'utf8')).toContain(
    '| `Tree.note` | The note is not shown. |',
  )
  expect(readFileSync(join(root, 'packages/contract/schema.gen.ts'), 'utf8')).toContain(
    '/** @description Assumed. Without it: The note is not shown. */',
  )
})

test.each([
  ['GroupSummary', 'mnemonic_code'],
  ['TaskSummary', 'has_writeup'],
  ['GroupSummary', 'important_left'],
])('after a renaming in %s, each line that still says %s is told', async (schema, name) => {
  const copy = mkdtempSync(join(tmpdir(), 'renamed-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const folder = join(copy, 'openapi')
  cpSync(join(project, 'openapi'), folder, { recursive: true })
  const file = join(folder, `schemas/${schema}.yaml`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(`\n  ${name}:`, '\n  another_name:'))
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.yaml'))
    .flatMap(path =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        .flatMap((line, at) => (new RegExp(`\\b${name}\\b`).test(line) ? [`openapi/${path}:${at + 1}`] : [])),
    )
  const { exitCode, text } = await generateProject(copy, true)
  expect(exitCode).toBe(1)
  expect(left.length).toBeGreaterThan(1)
  expect(left.filter(place => !text.includes(`${place} `))).toEqual([])
})

const pageSource = 'group-1/page-source.md'

/** With the line of the passage for `LINE`, and the one below for `NEXT`. */
test.each([
  [pageSource, 'points: ', 'points: -', ':LINE: points must be >= 1'],
  [pageSource, 'title:', 'headline:', ":2: must have required property 'title'"],
  [pageSource, 'flags:', 'pints: 5\nflags:', ':LINE: must NOT have additional properties: pints'],
  [
    pageSource,
    'easy',
    'simple',
    ':LINE: difficulty must be equal to one of the allowed values: easy, medium, hard',
  ],
  [pageSource, 'title:', 'title: [', ':NEXT: Flow sequence'],
  [pageSource, '---\n', '', ':1: the file does not begin with facts between two lines of ---'],
  [pageSource, '## Hint (free)', '## Hint (no)', ':LINE: the headings of sections are "## Hint (free)"'],
  [pageSource, '## Hint (free)', '## Hint (free)\n\n## Hint (5 points)', ':LINE: the section is empty'],
  ['group-1/group.md', '- foreign-order', '- forein-order', ':LINE: there is no file forein-order.md'],
  ['group-1/group.md', '      - foreign-order\n', '', 'foreign-order.md:1: no category of group.md lists it'],
  [
    'group-1/look-around.shell.yaml',
    'mode: 0o600',
    'mode: rw',
    ':LINE: files./home/student/.bash_history.mode must be',
  ],
])('reports file and line of an error in %s: %j → %j', async (path, passage, replacement, template) => {
  const line = edit(`mocks/content/${path}`, passage, replacement)
  const message = template.replace('LINE', String(line)).replace('NEXT', String(line + 1))
  const { exitCode, text } = await generateProject(root, false)
  expect(exitCode).toBe(1)
  expect(text).toContain('mocks/content/')
  expect(text).toContain(message.startsWith(':') ? `${path}${message}` : message)
  expect(generated()).toEqual(first)
})

test('the command prints the text and sets the exit code', () => {
  const call = (...options: string[]) => {
    const args = ['--import', 'tsx', 'scripts/generate.ts', '--root', root, ...options]
    return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  }
  rmSync(join(root, 'mocks/samplers.gen.ts'))
  expect(call('--check')).toMatchObject({ status: 1, stderr: expect.stringContaining('does not exist.') })
  expect(call('--chekc')).toMatchObject({ status: 1, stderr: expect.stringContaining('--chekc') })
}, 60_000)

test.each([
  ['a changed line', 'a\nb\nc\nd', 'a\nb\nX\nd', '@@ line 3 @@\n  a\n  b\n- c\n+ X'],
  ['an added line', 'a\nb', 'a\nb\nX', '@@ line 3 @@\n  a\n  b\n+ X'],
  ['the whole text', 'a', 'b', '@@ line 1 @@\n- a\n+ b'],
])('the first difference: %s', (_, before, after, difference) => {
  expect(firstDifference(before, after)).toBe(difference)
})

/** Evaluates the printed source. */
function read(source: string): unknown {
  return new Function(`return (${source})`)()
}

const odd = {
  plain: 1,
  'with-dash': [null, true, -0.5],
  "it's": 'it\'s "quoted" \\ and\nbroken \u2028 here',
  nested: { empty: {}, none: [], text: 'х'.repeat(120) },
  long: Array.from({ length: 40 }, (_, index) => `item ${index}`),
}

test('printLiteral prints source that evaluates to the same value', () => {
  expect(read(printLiteral(odd))).toEqual(odd)
  expect(Object.keys(read(printLiteral(JSON.parse('{"__proto__": 1}'))) as object)).toEqual(['__proto__'])
})

test('printLiteral keeps short values on one line and breaks long ones, with commas at the ends', () => {
  expect(printLiteral({ a: [1, 'two'], 'b-c': {} })).toBe("{ a: [1, 'two'], 'b-c': {} }")
  expect(printLiteral({ a: 'x'.repeat(60), b: 'y'.repeat(60) }, 1)).toBe(
    `{\n    a: '${'x'.repeat(60)}',\n    b: '${'y'.repeat(60)}',\n  }`,
  )
})

test('printLiteral leaves out undefined properties', () => {
  expect(printLiteral({ a: undefined, b: 1 })).toBe('{ b: 1 }')
})
