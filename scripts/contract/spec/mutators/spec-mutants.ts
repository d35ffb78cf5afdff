import type { JsonObject } from '../../../lib/json'
import { type Draft, draftAt, operationNodes, type SpecMutant, schemaLocations } from './document-locations'
import { operationMutators, requestMutators } from './operation-mutators'
import { responseBodyMutators, responseMutators } from './response-mutators'
import { schemaMutators } from './schema-mutators'

export function enumerateSpecMutants(document: JsonObject): SpecMutant[] {
  const operations = operationNodes(document)
  const ofOperations = [
    ...operationMutators,
    ...responseMutators,
    ...responseBodyMutators,
    ...requestMutators,
  ].flatMap(({ driftId, sites }) =>
    operations.flatMap(operation =>
      sites(operation).map(({ location, change }): SpecMutant => {
        const { operationId, at } = operation
        return {
          id: `${driftId}:${operationId}:${location}`,
          driftId,
          // An additional operation belongs to none of the contract.
          operationIds: driftId === 'DR04' ? [] : [operationId],
          change: copy => change(draftAt(copy, at), copy),
        }
      }),
    ),
  )
  const schemas = schemaLocations(document)
  const ofSchemas = schemaMutators.flatMap(({ driftId, side, label, isAt, change }) =>
    schemas.filter(isAt).map(
      (location): SpecMutant => ({
        id: [`${driftId}:${location.at.join('/')}`, label].filter(Boolean).join(' '),
        driftId,
        operationIds: [...location[side]],
        change: copy => change(draftAt(copy, location.at), location, copy),
      }),
    ),
  )
  return [...ofOperations, ...ofSchemas, ...documentMutants].sort((a, b) => compare(a.driftId, b.driftId))
}

const documentMutants: readonly SpecMutant[] = [
  {
    id: 'DR03:all:base path',
    driftId: 'DR03',
    operationIds: [],
    change: document => {
      document.servers = [{ url: '/api/v2' }]
    },
  },
  {
    id: 'DR59:all:cookie',
    driftId: 'DR59',
    operationIds: [],
    change: document => {
      draftAt(document, ['components', 'securitySchemes', 'refreshCookie']).name = 'session'
    },
  },
]

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export function mutatedDocument(document: JsonObject, mutant: Pick<SpecMutant, 'change'>): JsonObject {
  const copy = structuredClone(document) as Draft
  mutant.change(copy)
  return copy
}
