import type { JsonObject } from '../../../scripts/lib/json'
import { answerMutators } from './answer-mutators'
import { bodyMutators } from './body-mutators'
import { operationPlaces, schemaPlaces } from './document-places'
import { operationMutators } from './operation-mutators'
import { questionMutators } from './question-mutators'
import { schemaMutators } from './schema-mutators'
import { type Draft, draftAt, type SpecMutant } from './spec-mutant'

/** Every document that says something else than the contract in one place, in the order of the catalogue. */
export function enumerateSpecMutants(document: JsonObject): SpecMutant[] {
  const operations = operationPlaces(document)
  const ofOperations = [
    ...operationMutators,
    ...answerMutators,
    ...bodyMutators,
    ...questionMutators,
  ].flatMap(({ driftId, sites }) =>
    operations.flatMap(operation =>
      sites(operation).map(({ place, change }): SpecMutant => {
        const { operationId, at } = operation
        return {
          id: `${driftId}:${operationId}:${place}`,
          driftId,
          // An operation too many belongs to none that the contract knows.
          operationIds: driftId === 'DR04' ? [] : [operationId],
          change: copy => change(draftAt(copy, at), copy),
        }
      }),
    ),
  )
  const schemas = schemaPlaces(document)
  const ofSchemas = schemaMutators.flatMap(({ driftId, side, label, isAt, change }) =>
    schemas.filter(isAt).map(
      (place): SpecMutant => ({
        id: [`${driftId}:${place.at.join('/')}`, label].filter(Boolean).join(' '),
        driftId,
        operationIds: [...place[side]],
        change: copy => change(draftAt(copy, place.at), place, copy),
      }),
    ),
  )
  return [...ofOperations, ...ofSchemas, ...wholeMutants].sort((a, b) => compare(a.driftId, b.driftId))
}

const wholeMutants: readonly SpecMutant[] = [
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

/** The document of a mutant. */
export function mutatedDocument(document: JsonObject, mutant: Pick<SpecMutant, 'change'>): JsonObject {
  const copy = structuredClone(document) as Draft
  mutant.change(copy)
  return copy
}
