import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../scripts/generate/generate-project'

/**
 * Follows CONTRIBUTING.md in a copy of the project: "Add an operation" with the code that stands there, under names of
 * its own so that the documented operation may be built, and "Add a field".
 */
const project = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'new-operation-'))
const inCopy = (path: string) => join(root, path)
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** The code of the page that begins with these words: a block, or a span in a sentence. */
function documented(beginning: string): string {
  const [, section = ''] = read('CONTRIBUTING.md').split('\n## Add an operation\n')
  const codes = [...section.matchAll(/```\w+\n([\s\S]+?)```|`([^`\n]+)`/g)].map(
    ([, block, span]) => block ?? `  ${span}\n`,
  )
  const code = codes.find(text => text.trimStart().startsWith(beginning))
  if (code === undefined) throw new Error(`CONTRIBUTING.md has no code that begins with ${beginning}`)
  return rename(code)
}

function rename(text: string): string {
  return text.replaceAll('Announcement', 'TestNotice').replaceAll('announcement', 'testNotice')
}

/** The file of the project with a text before a passage that it has once. */
function withInserted(path: string, passage: string, text: string): string {
  const whole = read(path)
  expect(whole.split(passage)).toHaveLength(2)
  return whole.replace(passage, `${text}${passage}`)
}

const endOfHandlers = '} satisfies Partial<MockOperations>'

const handlers = withInserted(
  'mocks/handlers/groups.ts',
  endOfHandlers,
  documented('listAnnouncements: ({ db'),
)
const generated = withInserted(
  'mocks/operations.ts',
  '} satisfies MockOperations',
  documented("listAnnouncements: 'generated'"),
)
beforeAll(async () => {
  for (const path of [
    'openapi',
    'mocks',
    'packages/drift',
    'packages/contract',
    'scripts/lib',
    'src/api',
    'public',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(project, path), inCopy(path), { recursive: true })
  }
  symlinkSync(join(project, 'node_modules'), inCopy('node_modules'))
  writeFileSync(inCopy('openapi/schemas/TestNotice.yaml'), documented('type: object'))
  writeFileSync(inCopy('openapi/paths/testNotices.yaml'), documented('announcements:'))
  const path = documented('/groups/{id}/announcements:')
  writeFileSync(
    inCopy('openapi/openapi.yaml'),
    withInserted('openapi/openapi.yaml', '  /groups/{id}/statuses:', path),
  )
  addField()
  const { exitCode, text } = await generateProject(root, false)
  expect(exitCode, text).toBe(0)
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

/** A field of a task in both of its views. */
function addField(): void {
  const files: [path: string, passage: string, text: string][] = [
    [
      'openapi/schemas/TaskSummary.yaml',
      '  difficulty:',
      '  test_note: { type: [string, "null"], maxLength: 300, x-assumed: The note is not shown. }\n',
    ],
    ['openapi/schemas/Task.yaml', '        - difficulty\n', '        - test_note\n'],
    ['mocks/handlers/views.ts', '    difficulty: task.difficulty,\n', '    test_note: task.title,\n'],
  ]
  for (const file of files) writeFileSync(inCopy(file[0]), withInserted(...file))
}

/** Compiler errors of each file, with the project's settings. */
function compile(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) writeFileSync(inCopy(path), text)
  const config = { extends: './tsconfig.json', include: [], files: Object.keys(files) }
  writeFileSync(inCopy('tsconfig.walk.json'), JSON.stringify(config))
  const lines = run('typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.walk.json').split('\n')
  return Object.keys(files).map(path => lines.filter(line => line.startsWith(`${path}(`)).join('\n'))
}

/** The output of a program of `node_modules` in the copy. */
function run(program: string, ...parameters: string[]): string {
  const path = join(root, 'node_modules', program)
  return spawnSync(process.execPath, [path, ...parameters], { cwd: root, encoding: 'utf8' }).stdout
}

test('a new operation compiles with a handler or as generated, and is one compile error otherwise', () => {
  const [without, withGenerated, handler, wrong] = compile({
    'mocks/operations.ts': read('mocks/operations.ts'),
    'mocks/with-generated.ts': generated,
    'mocks/handlers/with-handler.ts': handlers,
    'mocks/handlers/wrong.ts': handlers.replace(/title: `Group[^`]*`/, 'title: 5'),
  })
  // One line, so one error.
  expect(without).toMatch(/^.*'listTestNotices' is missing.*$/)
  expect([withGenerated, handler]).toEqual(['', ''])
  expect(wrong).toContain('title')
}, 60_000)

/** What the platform and the drift check say of the operation and the field. */
const walkTest = `
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createPlatformServer } from '../../mocks/hosts/server/platform-server'
import { createPlatform } from '../../mocks/test-platform'
import { loadContract } from '../contract/load-contract'
import { ExchangeStats } from './coverage'
import { flagshipPlan } from './probe/plan/flagship-plan'
import { readFixtures } from './probe/probe-options'
import { runProbe } from './probe/run-probe'
import { documentedDetails, whyUnreachable } from './probe/unreachable-details'

test('as generated it responds at once, and its response is valid', async () => {
  const platform = createPlatform({ operations: { listTestNotices: 'generated' } })
  const { status, body } = await platform.call('listTestNotices', { as: 'student', params: { id: 1 } })
  expect([status, Array.isArray(body), platform.violations]).toEqual([200, true, []])
})

test('the drift check finds no drift, and causes each response of the operation', async () => {
  const contract = loadContract('openapi')
  const { logins, values } = readFixtures(readFileSync('packages/drift/fixtures/simulated-platform.json', 'utf8'))
  const settings = { groupSizes: { 7: 50 } }
  const { handle, violations } = createPlatformServer('http://127.0.0.1', { seed: 'probe', settings })
  const used = ['login', 'listGroups', 'getGroup', 'listTestNotices']
  const plan = {
    ...flagshipPlan,
    stages: (...from: Parameters<typeof flagshipPlan.stages>) =>
      flagshipPlan.stages(...from).map(stage => stage.filter(step => used.includes(step.operations[0] ?? ''))),
  }
  const options = { contract, logins, values: { ...values, sends: [] }, baseUrl: 'http://127.0.0.1/api', fetch: handle }
  const limits = { seed: 1, requestsPerSecond: 20, maxRequests: 2000, maxSeconds: 200 }
  const { observations, exchanges } = await runProbe({ ...options, ...limits, mode: 'readonly', plan: 'full' }, plan)
  const drifts = observations.map(({ violation: { driftId, operationId, what } }) => [driftId, operationId, what])
  expect(drifts.filter(([driftId]) => driftId !== 'DR64')).toEqual([])
  expect(violations).toEqual([])
  const own = { ...contract, operations: contract.operations.filter(one => one.operationId === 'listTestNotices') }
  const stats = new ExchangeStats(own)
  for (const exchange of exchanges) stats.add(exchange)
  const { operations, statuses, properties, details } = stats.coverage()
  expect([operations.missed, statuses.missed, properties.missed]).toEqual([[], [], []])
  const unreachable = documentedDetails(own).filter(whyUnreachable).map(({ detail }) => detail)
  expect(details.missed.filter(detail => !unreachable.includes(detail))).toEqual([])
  const withField = exchanges.filter(({ response }) => String(response?.body && new TextDecoder().decode(response.body)).includes('test_note'))
  expect(withField.length).toBeGreaterThan(0)
})
`

/** Tests that know every operation or every field. */
const tests: Readonly<Record<string, readonly string[]>> = {
  'packages/drift/walk.test.ts': ['as generated it responds at once', 'the drift check finds no drift'],
  'packages/drift/check-context.test.ts': ['are known for every operation'],
  'packages/drift/spec-calls.test.ts': ['has what is specified', 'an optional response field may be null'],
  'packages/drift/spec/compare-documents.test.ts': ['names each operation that the document of another'],
}

test('after the documented steps the platform and the drift check accept operation and field', () => {
  writeFileSync(inCopy('packages/drift/walk.test.ts'), walkTest)
  writeFileSync(inCopy('mocks/handlers/groups.ts'), handlers)
  writeFileSync(
    inCopy('vitest.config.ts'),
    'export default { test: { isolate: false, maxWorkers: 1, testTimeout: 120_000 } }\n',
  )
  const titles = Object.values(tests).flat()
  const output = run(
    'vitest/vitest.mjs',
    'run',
    '--reporter=json',
    '-t',
    titles.join('|'),
    ...Object.keys(tests),
  )
  const { testResults } = JSON.parse(output.slice(output.indexOf('{'))) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(results.filter(({ status }) => status === 'failed')).toEqual([])
  const passed = results.filter(({ status }) => status === 'passed').map(({ title }) => title)
  expect(titles.filter(words => !passed.some(title => title.includes(words)))).toEqual([])
}, 240_000)
