import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runGenerate } from './run-generate'

const project = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'generate-'))
const stampPath = 'scripts/stamp.gen.json'
const upToDate = { exitCode: 0, text: 'Every generated file is up to date.' }

function generated(): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.includes('.gen.'),
  )
  return new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')]))
}

function edit(path: string, passage: string, replacement: string): void {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text).toContain(passage)
  writeFileSync(join(root, path), text.replace(passage, replacement))
}

function restore(): void {
  cpSync(join(project, 'scripts/fixtures/torture'), join(root, 'openapi'), { recursive: true })
  cpSync(join(project, 'mocks/content'), join(root, 'mocks/content'), { recursive: true })
  for (const [path, text] of first) writeFileSync(join(root, path), text)
}

let first = new Map<string, string>()
beforeAll(async () => {
  restore()
  expect(await runGenerate(root, false)).toMatchObject({ exitCode: 0 })
  first = generated()
}, 60_000)
beforeEach(restore)
afterAll(() => rmSync(root, { recursive: true }))

test('writes all files, and the same bytes again with and without a stamp', async () => {
  expect([...first.keys()]).toEqual([
    'mocks/handlers.gen.ts',
    'mocks/operations.gen.ts',
    'mocks/platform/data/groups.gen.ts',
    'mocks/platform/data/images.gen.ts',
    'mocks/platform/data/names.gen.ts',
    'mocks/platform/data/shells.gen.ts',
    'mocks/samplers.gen.ts',
    'mocks/validators.gen.d.ts',
    'mocks/validators.gen.js',
    'scripts/stamp.gen.json',
    'src/api/operations.gen.ts',
    'src/api/schema.gen.ts',
  ])
  expect(await runGenerate(root, false)).toEqual(upToDate)
  for (const path of first.keys()) rmSync(join(root, path))
  expect(await runGenerate(root, false)).toMatchObject({ exitCode: 0 })
  expect(generated()).toEqual(first)
})

test('reports a changed field, and --check writes nothing', async () => {
  expect(await runGenerate(root, true)).toEqual(upToDate)
  edit('openapi/schemas/Tree.yaml', 'name: {', 'title: {')
  edit('openapi/schemas/Tree.yaml', '[name,', '[title,')
  const { exitCode, text } = await runGenerate(root, true)
  expect(exitCode).toBe(1)
  for (const path of ['src/api/schema.gen.ts', 'mocks/samplers.gen.ts', 'mocks/validators.gen.js']) {
    expect(text).toContain(`${path} is stale:`)
  }
  expect(text).toContain('-             name: string;\n')
  expect(text).toMatch(/run npm run generate\.$/)
  expect(generated()).toEqual(first)
})

test.each([
  ['src/api/schema.gen.ts', 'label: string', 'label: number'],
  ['mocks/validators.gen.js', '> 20', '> 21'],
  ['mocks/operations.gen.ts', "effect: 'read'", "effect: 'write'"],
  ['mocks/handlers.gen.ts', 'http.patch', 'http.put'],
  ['mocks/platform/data/groups.gen.ts', 'points: 50', 'points: 51'],
])('reports a manual edit of %s', async (path, passage, replacement) => {
  edit(path, passage, replacement)
  const { exitCode, text } = await runGenerate(root, true)
  expect(exitCode).toBe(1)
  expect(text).toContain(`${path} is stale:\n@@ line `)
  expect(text.split(' is stale:')).toHaveLength(2)
})

const oldStamp = { exitCode: 0, text: expect.stringContaining('The stamp is outdated') }

test.each([
  ['a comment in the content', 'mocks/content/competencies.yaml', '# ', '# A comment. '],
  ['a remark in the contract', 'openapi/openapi.yaml', 'openapi: 3.1', '# A remark.\nopenapi: 3.1'],
  ['another version of a package', stampPath, '"ajv": "', '"ajv": "0.'],
  ['another source', stampPath, '"bundle.ts": "', '"bundle.ts": "0'],
  ['the marks of a merge', stampPath, '"packages"', '<<<<<<< ours\n"packages"'],
])('after %s generates everything again, and --check reports the stale stamp', async (_, ...change) => {
  edit(...change)
  expect(await runGenerate(root, true)).toEqual(oldStamp)
  expect(await runGenerate(root, false)).toEqual({ exitCode: 0, text: `Wrote ${stampPath}.` })
  expect(await runGenerate(root, true)).toEqual(upToDate)
})

test('generates nothing when the stamp matches', async () => {
  const path = 'mocks/operations.gen.ts'
  const before = readFileSync(join(root, path), 'utf8')
  edit(path, "effect: 'read'", "effect: 'write'")
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  edit(stampPath, hash(before), hash(readFileSync(join(root, path), 'utf8')))
  expect(await runGenerate(root, true)).toEqual(upToDate)
})

test('an invalid contract fails with full sentences and leaves every file alone', async () => {
  edit('openapi/schemas/Id.yaml', 'minimum: 1', 'nullable: true')
  edit('openapi/paths/things.yaml', 'operationId: changeThing', 'summary: nameless')
  expect(await runGenerate(root, false)).toEqual({
    exitCode: 1,
    text:
      'PATCH /things/{thing_id} has no operationId; name it by verb and noun, like getGroup.\n' +
      'The schema Id uses "nullable", which is not supported; write type: [string, "null"] as OpenAPI 3.1 does.',
  })
  expect(generated()).toEqual(first)
})

const pageSource = 'group-1/page-source.md'

test.each([
  [pageSource, 'points: ', 'points: -', ':5: points must be >= 1'],
  [pageSource, 'title:', 'headline:', ":2: must have required property 'title'"],
  [pageSource, 'flags:', 'pints: 5\nflags:', ':7: must NOT have additional properties: pints'],
  [
    pageSource,
    'easy',
    'simple',
    ':4: difficulty must be equal to one of the allowed values: easy, medium, hard',
  ],
  [pageSource, 'title:', 'title: [', ':4: Flow sequence'],
  [pageSource, '---\n', '', ':1: the file does not begin with facts between two lines of ---'],
  [pageSource, '## Hint (free)', '## Hint (no)', ':48: the headings of sections are "## Hint (free)"'],
  [pageSource, '## Hint (free)', '## Hint (free)\n\n## Hint (5 points)', ':48: the section is empty'],
  ['group-1/group.md', '- foreign-order', '- forein-order', ':15: there is no file forein-order.md'],
  ['group-1/group.md', '      - foreign-order\n', '', 'foreign-order.md:1: no category of group.md lists it'],
  [
    'group-1/look-around.shell.yaml',
    'mode: 0o600',
    'mode: rw',
    ':24: files./home/student/.bash_history.mode must be',
  ],
])('reports file and line of an error in %s: %j → %j', async (path, passage, replacement, message) => {
  edit(`mocks/content/${path}`, passage, replacement)
  const { exitCode, text } = await runGenerate(root, false)
  expect(exitCode).toBe(1)
  expect(text).toContain('mocks/content/')
  expect(text).toContain(message.startsWith(':') ? `${path}${message}` : message)
  expect(generated()).toEqual(first)
})

test('the command prints the text and sets the exit code', () => {
  const call = (...options: string[]) => {
    const args = ['scripts/generate.cjs', '--root', root, ...options]
    return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  }
  expect(call('--check')).toMatchObject({ status: 0, stdout: `${upToDate.text}\n` })
  rmSync(join(root, 'mocks/validators.gen.d.ts'))
  expect(call('--check')).toMatchObject({ status: 1, stderr: expect.stringContaining('does not exist.') })
  expect(call('--chekc')).toMatchObject({ status: 1, stderr: expect.stringContaining('--chekc') })
}, 30_000)
