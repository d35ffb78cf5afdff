import type { JsonObject } from '../../lib/json'
import type { Contract } from '../../lib/load-contract'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import { findBasePath } from './base-path'
import { callOf } from './draft'
import { matchOperations } from './match-operations'
import { normaliseDocument } from './normalise'

/**
 * Calls of whose answer the document says nothing where the contract promises JSON (`GET /groups/{id}`): FastAPI writes
 * so without a response_model. That is no drift, and no proof of anything either.
 */
export function silentAnswers(contract: Contract, document: JsonObject): string[] {
  const backend = normaliseDocument(document)
  const { inPaths } = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const { matched } = matchOperations(contract.operations, contract.schemas, backend, inPaths)
  return matched.flatMap(({ operation, backend: other }) => {
    const isSilent = operation.responses.some(({ status, kind }) => {
      const answer = other.answers.find(one => one.status === status)
      const types = answer ? [...answer.content.values()] : []
      return status < 300 && kind === 'json' && types.every(node => saysNothing(node, backend.schemas))
    })
    return isSilent ? [callOf(operation)] : []
  })
}

function saysNothing(node: SchemaNode, schemas: SchemaTable): boolean {
  const name = node.$ref?.split('/').at(-1)
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } =
    (name === undefined ? node : schemas[name]) ?? {}
  const isTyped = type !== undefined && type !== 'object'
  const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return !(isTyped || isMap || properties || items || allOf || anyOf || oneOf)
}
