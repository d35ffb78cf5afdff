import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGenerate } from '../scripts/lib/run-generate'

/**
 * The way of a new operation, as the README walks it, on a copy: YAML, `npm run generate`, and then the word
 * 'generated' or a handler. Of the copy, only what is named here differs from the project.
 */
const project = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'new-operation-'))
const inCopy = (path: string) => join(root, path)

beforeAll(async () => {
  for (const room of [
    'openapi',
    'mocks',
    'scripts/lib',
    'src/api',
    'public',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(project, room), inCopy(room), { recursive: true })
  }
  symlinkSync(join(project, 'node_modules'), inCopy('node_modules'))
  cpSync(join(project, 'scripts/fixtures/new-operation'), inCopy('openapi'), { recursive: true })
  insert(
    'openapi/openapi.yaml',
    '  /groups/{id}/statuses:',
    '  /groups/{id}/announcements: { $ref: "paths/announcements.yaml#/announcements" }\n',
  )
  expect(await runGenerate(root, false)).toMatchObject({ exitCode: 0 })
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

/** Puts a text before a passage of a file of the copy. */
function insert(path: string, before: string, text: string): void {
  const whole = readFileSync(inCopy(path), 'utf8')
  expect(whole.split(before)).toHaveLength(2)
  writeFileSync(inCopy(path), whole.replace(before, `${text}${before}`))
}

const handled = `
import type { MockOperations } from '../handlers.gen'

export const announcementOperations = {
  listAnnouncements: ({ params, now }) => {
    const published_at = new Date(now).toISOString()
    return { status: 200, body: [{ id: 1, title: \`Group \${params.id}\`, text: '', published_at }] }
  },
} satisfies Partial<MockOperations>
`

/** The table of the project, and what becomes of it: one run of the compiler is enough for all of them. */
const own = readFileSync(join(project, 'mocks/operations.ts'), 'utf8')
const end = '} satisfies MockOperations'
const variants = {
  'mocks/operations.ts': own,
  'mocks/with-the-word.ts': own.replace(end, `  listAnnouncements: 'generated',\n${end}`),
  'mocks/with-a-handler.ts': `import { announcementOperations } from './handlers/announcements'\n${own.replace(end, `  ...announcementOperations,\n${end}`)}`,
  'mocks/handlers/announcements.ts': handled,
  'mocks/handlers/wrong.ts': handled.replace('title: `', 'name: `'),
}

/** What the compiler has against each of the variants, in the project's own settings. */
function compileVariants(): string[] {
  const { config } = ts.readConfigFile(inCopy('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  for (const [path, text] of Object.entries(variants)) writeFileSync(inCopy(path), text)
  const files = Object.keys(variants).map(inCopy)
  const program = ts.createProgram(files, { ...options, incremental: false, types: [] })
  return files.map(file =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
      .join('\n'),
  )
}

test('a new operation compiles with the word or with a handler, and with neither it is named', () => {
  const [withNothing, withTheWord, withAHandler, handler, wrong] = compileVariants()
  expect(withNothing).toMatch(/'listAnnouncements' is missing/)
  expect([withTheWord, withAHandler, handler]).toEqual(['', '', ''])
  expect(wrong).toContain('title')
}, 60_000)

test('with the word it is answered at once, and the answer keeps the contract', () => {
  writeFileSync(inCopy('mocks/operations.ts'), variants['mocks/with-the-word.ts'])
  writeFileSync(inCopy('ask.ts'), script)
  const parts = ['--import', 'tsx', 'ask.ts']
  const output = execFileSync(process.execPath, parts, { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ status: 200, problem: null, isList: true })
}, 60_000)

/** Asks the simulated platform of the copy, which holds each of its answers against the contract. */
const script = `
import { createTestServer } from './mocks/node'

const server = createTestServer({ as: 'student' })
server.listen()
const headers = { authorization: \`Bearer \${server.tokens?.access_token}\` }
const response = await fetch('http://localhost/api/groups/1/announcements', { headers })
const { status } = response
console.log(JSON.stringify({
  status,
  problem: response.headers.get('x-mock-violation'),
  isList: Array.isArray(await response.json()),
}))
server.close()
`
