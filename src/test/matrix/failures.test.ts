import { expect, test } from 'vitest'
import { operationTable } from '../../../mocks/operations.gen'
import { getFailures } from './failures'

test('N16 the failures of all operations together have each kind, and those of each write a rate limit', () => {
  const samples = operationTable.map(({ operationId, effect }) => ({
    isWrite: effect === 'write',
    names: getFailures(operationId, {}).map(({ name }) => name),
  }))
  const names = new Set(samples.flatMap(sample => sample.names))
  const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(String)
  const broken = ['reset mid-body', 'HTML with 200', 'HTML with 502', 'empty', 'malformed', 'network']
  expect([...statuses, ...broken].filter(name => !names.has(name))).toEqual([])
  const isLimited = (name: string) => name.startsWith('429')
  expect(samples.filter(sample => sample.isWrite && !sample.names.some(isLimited))).toEqual([])
  expect(samples.filter(sample => sample.names.at(-1) !== 'network')).toEqual([])
})
