import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../../lib/load-contract'
import { compareDocuments } from './compare-documents'
import { edits } from './fixtures/edits'
import { fastApiTwin } from './fixtures/fastapi-twin'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const copy = () => structuredClone(contract.document) as Record<string, unknown>
const twin = () => structuredClone(fastApiTwin(contract.document)) as Record<string, unknown>
const briefly = (found: ReturnType<typeof compareDocuments>) =>
  found.map(({ driftId, operationId, place }) => [driftId, operationId, place].filter(part => part).join(' '))

test('the contract does not differ from itself', () => {
  expect(briefly(compareDocuments(contract, copy()))).toEqual([])
})

test('NOOP1 to NOOP8: the contract in the words of FastAPI does not differ from the contract', () => {
  expect(briefly(compareDocuments(contract, twin()))).toEqual([])
})

describe('an edit of the contract is found as what it is', () => {
  test.each(edits)('$driftId: $name', ({ driftId, operationId, place, change }) => {
    const document = copy()
    change(document)
    const found = compareDocuments(contract, document)
    expect(new Set(found.map(one => one.driftId))).toEqual(new Set([driftId]))
    const here = found.find(one => one.operationId === operationId && one.place === place)
    expect(here, briefly(found).join('\n')).toBeDefined()
    expect(here?.witness).toBeDefined()
    expect(here?.what).toMatch(/^[A-Z].*\.$/s)
  })
})
