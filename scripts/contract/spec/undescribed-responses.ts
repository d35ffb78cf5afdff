import type { JsonObject } from '../../lib/json'
import type { Contract } from '../../lib/load-contract'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import { findBasePath } from './base-path'
import { callOf } from './make-violation'
import { matchOperations } from './match-operations'
import { normaliseDocument } from './normalise-document'

/**
 * Operations whose JSON response the document does not describe (`GET /groups/{id}`), as FastAPI does without
 * a response_model. No drift, but no proof either.
 */
export function undescribedResponses(contract: Contract, document: JsonObject): string[] {
  const backend = normaliseDocument(document)
  const { pathPrefix } = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const { matched } = matchOperations(contract.operations, contract.schemas, backend, pathPrefix)
  return matched.flatMap(({ operation, backend: other }) => {
    const isSilent = operation.responses.some(({ status, kind }) => {
      const response = other.responses.find(one => one.status === status)
      const types = response ? [...response.content.values()] : []
      return status < 300 && kind === 'json' && types.every(node => isUndescribed(node, backend.schemas))
    })
    return isSilent ? [callOf(operation)] : []
  })
}

function isUndescribed(node: SchemaNode, schemas: SchemaTable): boolean {
  const name = node.$ref?.split('/').at(-1)
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } =
    (name === undefined ? node : schemas[name]) ?? {}
  const isTyped = type !== undefined && type !== 'object'
  const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return !(isTyped || isMap || properties || items || allOf || anyOf || oneOf)
}
