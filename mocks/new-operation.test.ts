import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../scripts/generate/generate-project'

/**
 * Adds an operation to a copy of the project, as described in CONTRIBUTING.md: YAML, `npm run generate`, and then
 * 'generated' or a handler. Under names of its own, so that the documented operation may be built.
 */
const project = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'new-operation-'))
const inCopy = (path: string) => join(root, path)

beforeAll(async () => {
  for (const path of [
    'openapi',
    'mocks',
    'scripts/lib',
    'src/api',
    'public',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(project, path), inCopy(path), { recursive: true })
  }
  symlinkSync(join(project, 'node_modules'), inCopy('node_modules'))
  for (const path of ['schemas/Announcement.yaml', 'paths/announcements.yaml']) {
    const text = readFileSync(join(project, 'scripts/fixtures/new-operation', path), 'utf8')
    writeFileSync(inCopy(`openapi/${rename(path)}`), rename(text))
  }
  insert(
    'openapi/openapi.yaml',
    '  /groups/{id}/statuses:',
    '  /groups/{id}/testNotices: { $ref: "paths/testNotices.yaml#/testNotices" }\n',
  )
  const { exitCode, text } = await generateProject(root, false)
  expect(exitCode, text).toBe(0)
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

function rename(text: string): string {
  return text.replaceAll('Announcement', 'TestNotice').replaceAll('announcement', 'testNotice')
}

function insert(path: string, before: string, text: string): void {
  const whole = readFileSync(inCopy(path), 'utf8')
  expect(whole.split(before)).toHaveLength(2)
  writeFileSync(inCopy(path), whole.replace(before, `${text}${before}`))
}

const handled = `
import type { MockOperations } from '../handlers.gen'

export const testNoticeOperations = {
  listTestNotices: ({ params, now }) => {
    const published_at = new Date(now).toISOString()
    return { status: 200, body: [{ id: 1, title: \`Group \${params.id}\`, text: '', published_at }] }
  },
} satisfies Partial<MockOperations>
`

/** Variants of the table of handlers; one run of the compiler checks them all. */
const own = readFileSync(join(project, 'mocks/operations.ts'), 'utf8')
const end = '} satisfies MockOperations'
const variants = {
  'mocks/operations.ts': own,
  'mocks/with-generated.ts': own.replace(end, `  listTestNotices: 'generated',\n${end}`),
  'mocks/with-handler.ts': `import { testNoticeOperations } from './handlers/testNotices'\n${own.replace(end, `  ...testNoticeOperations,\n${end}`)}`,
  'mocks/handlers/testNotices.ts': handled,
  'mocks/handlers/wrong.ts': handled.replace(/title: `[^`]*`/, 'title: 5'),
}

/** Compiler errors of each variant, with the project's settings. */
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

test('a new operation compiles with a handler or as generated, and is a compile error otherwise', () => {
  const [withNothing, withGenerated, withHandler, handler, wrong] = compileVariants()
  // One line, so one error.
  expect(withNothing).toMatch(/^.*'listTestNotices' is missing.*$/)
  expect([withGenerated, withHandler, handler]).toEqual(['', '', ''])
  expect(wrong).toContain('title')
}, 60_000)

test('as generated it responds at once, and its response is valid', () => {
  writeFileSync(inCopy('mocks/operations.ts'), variants['mocks/with-generated.ts'])
  writeFileSync(inCopy('ask.ts'), script)
  const parts = ['--import', 'tsx', 'ask.ts']
  const output = execFileSync(process.execPath, parts, { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ status: 200, problem: null, isList: true })
}, 60_000)

/** Calls the platform of the copy, which validates its responses. */
const script = `
import { createTestServer } from './mocks/hosts/node'

const server = createTestServer({ as: 'student' })
server.listen()
const headers = { authorization: \`Bearer \${server.tokens?.access_token}\` }
const response = await fetch('http://localhost/api/groups/1/testNotices', { headers })
const { status } = response
console.log(JSON.stringify({
  status,
  problem: response.headers.get('x-mock-violation'),
  isList: Array.isArray(await response.json()),
}))
server.close()
`
