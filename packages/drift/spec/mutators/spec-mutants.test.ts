import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../../contract/json'
import { loadContract } from '../../../contract/load-contract'
import { applyNoOps, noOpKinds, toFastApiDocument } from './no-ops'
import { enumerateSpecMutants, mutatedDocument } from './spec-mutants'

const { document } = loadContract(fileURLToPath(new URL('../../../../openapi', import.meta.url)))
const mutants = enumerateSpecMutants(document)

describe('mutants of the document', () => {
  it('have unique, stable ids', () => {
    const ids = mutants.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(enumerateSpecMutants(document).map(({ id }) => id)).toEqual(ids)
    expect(ids).toContain('DR21:components/schemas/User/properties/email')
  })

  it('differ from the contract', () => {
    const seen = new Set<string>()
    const samples = mutants.filter(({ driftId }) => !seen.has(driftId) && seen.add(driftId))
    const equal = samples.filter(mutant => isEqual(mutatedDocument(document, mutant), document))
    expect(equal.map(({ id }) => id)).toEqual([])
  })

  it('do not modify the contract itself', () => {
    const before = JSON.stringify(document)
    for (const mutant of mutants.slice(0, 5)) mutatedDocument(document, mutant)
    expect(JSON.stringify(document)).toBe(before)
  })
})

describe('the FastAPI rewrites', () => {
  it.each(Object.keys(noOpKinds))('%s changes the document', kind => {
    expect(isEqual(applyNoOps(document, kind), document)).toBe(false)
  })

  it('are all applied to the FastAPI document, with every reference intact', () => {
    const text = JSON.stringify(toFastApiDocument(document))
    const { components } = JSON.parse(text) as { components: { schemas: object } }
    const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(match => match[1] ?? '')
    expect(named.filter(name => !Object.hasOwn(components.schemas, name))).toEqual([])
    expect(text).toContain('/api/groups/{id}')
  })
})
