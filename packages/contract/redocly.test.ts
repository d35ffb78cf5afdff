import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from './load-contract'

type Operation = Record<string, unknown> & { parameters: unknown[]; responses: Record<string, unknown> }
type Document = { paths: Record<string, Record<string, Operation>> }

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'x',
  schema: { type: 'integer' },
  example: 1,
}

/** A mistake in GET /groups/{id} that `check-contract.ts` leaves to Redocly, and the rule that finds it. */
const mistakes: Record<string, [rule: string, change: (operation: Operation, document: Document) => void]> = {
  'the id of another operation': [
    'operation-operationId-unique',
    one => Object.assign(one, { operationId: 'listGroups' }),
  ],
  'the path of another operation': [
    'no-identical-paths',
    (one, { paths }) =>
      Object.assign(paths, { '/groups/{other}': { get: { ...one, operationId: 'other' } } }),
  ],
  'no tag': ['operation-tag-defined', one => delete one.tags],
  'no effect': ['rule/operation-says-its-effect', one => delete one['x-effect']],
  'an unknown effect': ['rule/effect-is-read-or-write', one => Object.assign(one, { 'x-effect': 'maybe' })],
  'no security': ['rule/operation-says-its-effect', one => delete one.security],
  'an unknown security scheme': ['security-defined', one => Object.assign(one, { security: [{ key: [] }] })],
  'no path parameter': ['path-parameters-defined', one => Object.assign(one, { parameters: [] })],
  'a path parameter that the path lacks': [
    'path-parameters-defined',
    one => one.parameters.push({ ...id, name: 'other' }),
  ],
  'a parameter twice': ['operation-parameters-unique', one => one.parameters.push(id, id)],
  'a parameter in an unknown place': ['struct', one => one.parameters.push({ ...id, in: 'body' })],
  'no answer for success': ['operation-2xx-response', one => delete one.responses['200']],
}

test('Redocly finds each mistake that the generator does not look for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redocly-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = '/groups/{id}'
  const whole = JSON.stringify(loadContract('openapi').document)
  const files = Object.entries(mistakes).map(([name, [, change]]) => {
    const document: Document = JSON.parse(whole)
    const operation = document.paths[path]?.get
    if (!operation) throw new Error(`GET ${path} is gone.`)
    // Without the other paths: Redocly parses each of these documents.
    document.paths = { '/groups': document.paths['/groups'] ?? {}, [path]: { get: operation } }
    operation.parameters ??= []
    change(operation, document)
    const file = join(folder, `${name.replaceAll(' ', '-')}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  const parameters = [
    'lint',
    ...files,
    '--config',
    'openapi/redocly.yaml',
    '--format',
    'json',
    '--max-problems',
    '1000',
  ]
  // It exits with 1, as it should.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/redocly.ts', ...parameters],
    { maxBuffer: 50_000_000 },
  ).catch((failure: { stdout: string }) => failure)
  // One report after another, in the order of the files.
  const reports: { problems: { ruleId: string }[] }[] = JSON.parse(
    `[${stdout.replaceAll(/\}\s*\{(?=\s*"totals")/g, '},{')}]`,
  )
  const found = reports.map(({ problems }) => problems.map(({ ruleId }) => ruleId))
  expect(found).toEqual(Object.values(mistakes).map(([rule]) => expect.arrayContaining([rule])))
}, 60_000)
