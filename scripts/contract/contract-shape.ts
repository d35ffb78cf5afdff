import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'

/** The parts of a dereferenced OpenAPI document that these tests use. */
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
 * Reads `openapi/` with Redocly instead of our generator, so that an error in one is noticed by the other.
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

export function operationsOf(document: ContractDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The property maps of an object, through `allOf`, `anyOf` and `oneOf`. */
export function propertyMaps(schema: Schema): Record<string, Schema>[] {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [...(schema.properties ? [schema.properties] : []), ...parts.flatMap(propertyMaps)]
}

/** The property maps that have the last step of a field such as `attempts[].id`; empty if there are none. */
export function mapsWithField(schema: Schema, field: string): Record<string, Schema>[] {
  const [step = '', ...rest] = field.split('.')
  const name = step.replace('[]', '')
  const holding = propertyMaps(schema).filter(map => Object.hasOwn(map, name))
  if (rest.length === 0) return holding
  return holding.flatMap(map => {
    const next = step.endsWith('[]') ? map[name]?.items : map[name]
    return next ? mapsWithField(next, rest.join('.')) : []
  })
}

/** The details that an error response can have, alone or besides FastAPI's list. */
export function detailsOf(answer: Answer): string[] {
  const maps = Object.values(answer.content ?? {}).flatMap(({ schema }) => propertyMaps(schema))
  return maps.flatMap(({ detail }) => {
    const choices = detail ? [detail, ...(detail.anyOf ?? [])] : []
    return choices.flatMap(choice => choice.enum ?? [])
  })
}
