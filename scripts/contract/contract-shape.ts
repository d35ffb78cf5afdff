import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'

/** The few parts of an OpenAPI document, with every reference resolved, that the comparison looks at. */
export type Schema = {
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  'x-assumed'?: boolean
  'x-assumed-values'?: string[]
}
export type Answer = {
  'x-assumed'?: boolean
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
}
export type Parameter = { name: string; in: string }
export type ContractOperation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
  security: Record<string, unknown>[]
  'x-assumed'?: boolean
}
export type ContractDocument = {
  paths: Record<string, Record<string, ContractOperation>>
  components: { schemas: Record<string, Schema> }
}

const contractFile = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/**
 * Reads `openapi/` by the linter's own library and not by our generator, so that a fault in one is seen by the
 * other. The result is a tree: a part that several operations refer to is there several times.
 */
export async function loadDocument(): Promise<ContractDocument> {
  const { bundle: document, problems } = await bundle({
    ref: contractFile,
    config: await createConfig({}),
    dereference: true,
  })
  if (problems.length > 0) throw new Error(problems.map(problem => problem.message).join('\n'))
  return JSON.parse(JSON.stringify(document.parsed)) as ContractDocument
}

/** Every operation with its method and path, in the order of the contract. */
export function operationsOf(document: ContractDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The maps of properties that make up an object, through `allOf`, `anyOf` and `oneOf`. */
export function propertyMaps(schema: Schema): Record<string, Schema>[] {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [...(schema.properties ? [schema.properties] : []), ...parts.flatMap(propertyMaps)]
}

/** The maps that hold the last step of a field such as `attempts[].id`; empty when the way there is not. */
export function mapsHolding(schema: Schema, field: string): Record<string, Schema>[] {
  const [step = '', ...rest] = field.split('.')
  const name = step.replace('[]', '')
  const holding = propertyMaps(schema).filter(map => Object.hasOwn(map, name))
  if (rest.length === 0) return holding
  return holding.flatMap(map => {
    const next = step.endsWith('[]') ? map[name]?.items : map[name]
    return next ? mapsHolding(next, rest.join('.')) : []
  })
}

/** The details that an error answer can carry, whether alone or beside FastAPI's list. */
export function detailsOf(answer: Answer): string[] {
  const maps = Object.values(answer.content ?? {}).flatMap(({ schema }) => propertyMaps(schema))
  return maps.flatMap(({ detail }) => {
    const choices = detail ? [detail, ...(detail.anyOf ?? [])] : []
    return choices.flatMap(choice => choice.enum ?? [])
  })
}
