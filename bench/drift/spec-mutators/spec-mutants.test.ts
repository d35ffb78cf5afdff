import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../../scripts/lib/json'
import { loadContract } from '../../../scripts/lib/load-contract'
import { fastApiTwin, rewritten } from './fastapi-twin'
import { noOpKinds } from './no-ops'
import { enumerateSpecMutants, mutatedDocument } from './spec-mutants'

const { document } = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const mutants = enumerateSpecMutants(document)

describe('the mutants of the document', () => {
  it('have an id each, the same every time', () => {
    const ids = mutants.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(enumerateSpecMutants(document).map(({ id }) => id)).toEqual(ids)
    expect(ids).toContain('DR21:components/schemas/User/properties/email')
  })

  it('say each something else than the contract', () => {
    const seen = new Set<string>()
    const samples = mutants.filter(({ driftId }) => !seen.has(driftId) && seen.add(driftId))
    const equal = samples.filter(mutant => isEqual(mutatedDocument(document, mutant), document))
    expect(equal.map(({ id }) => id)).toEqual([])
  })

  it('leave the contract itself alone', () => {
    const before = JSON.stringify(document)
    for (const mutant of mutants.slice(0, 5)) mutatedDocument(document, mutant)
    expect(JSON.stringify(document)).toBe(before)
  })
})

describe('the rewritings of FastAPI', () => {
  it.each(Object.keys(noOpKinds))('%s changes the document', kind => {
    expect(isEqual(rewritten(document, kind), document)).toBe(false)
  })

  it('stand all in the twin, and no reference is lost', () => {
    const text = JSON.stringify(fastApiTwin(document))
    const { components } = JSON.parse(text) as { components: { schemas: object } }
    const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(match => match[1] ?? '')
    expect(named.filter(name => !Object.hasOwn(components.schemas, name))).toEqual([])
    expect(text).toContain('/api/groups/{id}')
  })
})
