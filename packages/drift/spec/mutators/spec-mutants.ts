import type { JsonObject } from '../../../contract/json'
import { compareText } from '../../../contract/operation'
import type { DriftId } from '../../../contract/validator/drift-classes'
import { driftIds } from '../../../contract/validator/drift-ids'
import { type Draft, draftAt, operationNodes, type SpecMutant, schemaLocations } from './document-locations'
import { operationMutators } from './operation-mutators'
import { schemaMutators } from './schema-mutators'

export function enumerateSpecMutants(document: JsonObject): SpecMutant[] {
  const operations = operationNodes(document)
  const ofOperations = Object.entries(operationMutators).flatMap(([driftId, getSites]) =>
    operations.flatMap(operation =>
      Object.entries(getSites(operation)).map(
        ([location, change]): SpecMutant => ({
          id: `${driftId}:${operation.operationId}:${location}`,
          driftId: driftId as DriftId,
          // An additional operation belongs to none of the contract.
          operationIds: driftId === driftIds.operationUndocumented ? [] : [operation.operationId],
          change: copy => change(draftAt(copy, operation.at), copy),
        }),
      ),
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
  return [...ofOperations, ...ofSchemas, ...documentMutants].sort((a, b) => compareText(a.driftId, b.driftId))
}

const documentMutants: readonly SpecMutant[] = [
  {
    id: 'DR03:all:base path',
    driftId: driftIds.pathMoved,
    operationIds: [],
    change: document => {
      document.servers = [{ url: '/api/v2' }]
    },
  },
  {
    id: 'DR59:all:cookie',
    driftId: driftIds.securityScheme,
    operationIds: [],
    change: document => {
      draftAt(document, ['components', 'securitySchemes', 'refreshCookie']).name = 'session'
    },
  },
]

export function mutatedDocument(document: JsonObject, mutant: Pick<SpecMutant, 'change'>): JsonObject {
  const copy = structuredClone(document) as Draft
  mutant.change(copy)
  return copy
}
