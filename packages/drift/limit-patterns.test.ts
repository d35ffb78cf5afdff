import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { matches } from '../contract/json-schema'
import { fitsPattern } from '../contract/pattern'
import { flattenAll, type SchemaNode } from '../contract/schema-node'
import { limitSlowPatterns } from './limit-patterns'
import { exitCodes } from './report/report'
import { runWatched } from './run-watched'
import { runCommand, sampleHar } from './test-command'

const folder = mkdtempSync(join(tmpdir(), 'limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const documentWith = (schema: unknown, schemas: unknown = {}) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } },
    },
  },
  components: { schemas },
})

describe('patterns', () => {
  test('that backtrack for ever are given up', () => {
    const slow = limitSlowPatterns()
    for (let count = 0; count < 5; count++)
      expect(fitsPattern('^(\\w+\\s?)*$', `${'word '.repeat(12)}!`)).toBe(true)
    expect([...slow]).toEqual(['^(\\w+\\s?)*$'])
  })

  test('of the usual kind are tested as ever', () => {
    limitSlowPatterns()
    expect(fitsPattern('^(?:a|b)+-\\d{2,4}$', 'abba-123')).toBe(true)
    expect(fitsPattern('^(?:a|b)+-\\d{2,4}$', 'abca-123')).toBe(false)
    expect(fitsPattern('^[A-Z]{3}$', 'EUR')).toBe(true)
  })

  test('of a contract neither hang a comparison nor a recording, and the report names them', async () => {
    const pattern = '^([a-z]+)+\\d$'
    const contract = file(
      'pattern.json',
      documentWith({ type: 'object', properties: { title: { type: 'string', pattern } } }),
    )
    const har = file('answer.har', sampleHar('https://h.example/notes', 200, { title: `${'q'.repeat(40)}!` }))
    const { code, out } = await runCommand(
      undefined,
      '--contract',
      contract,
      '--spec',
      contract,
      '--har',
      har,
      '--verbose',
    )
    expect(code).toBe(0)
    expect(out).toContain(`Texts were not compared with the pattern ${pattern}: it takes too long.`)
  })
})

/** Each schema is composed of the next one twice. */
const bomb = (depth: number, how: 'allOf' | 'anyOf') =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, index) => {
      const next = { $ref: `#/components/schemas/N${index + 1}` }
      const last = { type: 'object', properties: { id: { type: 'integer' } } }
      return [`N${index}`, index === depth - 1 ? last : { [how]: [next, { allOf: [next] }] }]
    }),
  ) as Record<string, SchemaNode>

describe('schemas that name each other twice', () => {
  test.each(['allOf', 'anyOf'] as const)('are read once each: %s', how => {
    const schemas = bomb(40, how)
    const node = { $ref: '#/components/schemas/N0' }
    expect(matches(node, { id: 1 }, schemas)).toBe(true)
    expect(matches(node, { id: 'x' }, schemas)).toBe(false)
    expect(flattenAll(node, schemas)[0]?.flat.properties.has('id')).toBe(true)
  })

  test('do not hang the comparison of documents', async () => {
    const spec = file('bomb.json', documentWith({ $ref: '#/components/schemas/N0' }, bomb(60, 'allOf')))
    const startedAt = performance.now()
    expect((await runCommand(undefined, '--contract', spec, '--spec', spec)).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
})

test('the command ends a run that does not answer for as long as --timeout says', async () => {
  const stuck = join(folder, 'stuck')
  const plan = join(folder, 'plan.mjs')
  // Not for ever, so that nothing is left of a failed test.
  const fall = `writeFileSync(${JSON.stringify(stuck)}, ''); while (performance.now() < 90_000);`
  writeFileSync(plan, `import { writeFileSync } from 'node:fs'\nexport default { stages: () => { ${fall} } }`)
  const spec = file('plain.json', documentWith({ type: 'string' }))
  const argv = ['--contract', spec, '--spec', spec, '--url', 'http://127.0.0.1:9', '--live', 'readonly']
  // The process of the check is a real one; only the seconds for which it is waited pass at once.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { execArgv } = process
  process.execArgv = ['--import', 'tsx']
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.useRealTimers()
    process.execArgv = execArgv
    stderr.mockRestore()
  })
  let code: number | undefined
  const script = fileURLToPath(new URL('drift.ts', import.meta.url))
  const ended = runWatched(script, [...argv, '--plan', plan, '--timeout', '1']).then(exit => {
    code = exit
  })
  await vi.waitUntil(() => existsSync(stuck), { timeout: 60_000 })
  // What it sent before is received.
  await new Promise(setImmediate)
  // Of 6 and 3 seconds, so that it is not ended a moment too early either.
  await vi.advanceTimersByTimeAsync(8000)
  expect(code).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  await ended
  expect(code).toBe(exitCodes.inconclusive)
  expect(stderr.mock.calls.join('')).toMatch(
    /Inconclusive: one computation took longer than 6 s, more than --timeout allows/,
  )
}, 70_000)
