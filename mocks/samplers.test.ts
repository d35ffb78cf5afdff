import { expect, test } from 'vitest'
import { findIssues } from '../packages/contract/json-schema'
import { createRandom } from '../packages/contract/seeded-random'
import { operationTable } from './operations.gen'
import { type SchemaName, sampleResponse, samplers, schemas } from './samplers.gen'

const cases = operationTable.flatMap(({ operationId, responses }) =>
  responses.map(({ status, kind, schema = {} }) => ({ operationId, status, kind, schema })),
)

test.each(cases)(
  'W02 200 samples of $operationId $status are valid',
  ({ operationId, status, kind, schema }) => {
    for (let seed = 0; seed < 200; seed++) {
      const value = sampleResponse(operationId, status, seed)
      if (kind === 'empty') expect(value).toBeUndefined()
      else if (kind === 'binary') expect(value).toBeInstanceOf(Uint8Array)
      else expect(findIssues(schema, value, schemas), JSON.stringify(value)).toEqual([])
    }
  },
)

test('equal seeds give identical samples in any order of calls', () => {
  const run = (calls: typeof cases) =>
    new Map(
      calls.map(({ operationId, status }) => [
        `${operationId} ${status}`,
        JSON.stringify(sampleResponse(operationId, status, 'db', { now: Date.UTC(2026, 8, 1) })),
      ]),
    )
  const first = run(cases)
  const second = run(createRandom('order').shuffle(cases))
  for (const [key, text] of first) expect(second.get(key), key).toBe(text)
})

test('every named schema has a sampler, and other seeds give other values', () => {
  for (const name of Object.keys(samplers) as SchemaName[]) expect(samplers[name]('seed')).toBeDefined()
  expect(samplers.User('a')).not.toEqual(samplers.User('b'))
  expect(samplers.User('a')).toEqual(samplers.User('a'))
})
