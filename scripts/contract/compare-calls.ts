import {
  type Answer,
  type ContractDocument,
  type ContractOperation,
  mapsHolding,
  operationsOf,
  propertyMaps,
  type Schema,
} from './contract-shape'
import type { SpecCall } from './spec-calls'

/** What the contract and the calls of the specification disagree about, one sentence each; empty when nothing. */
export function compareCalls(document: ContractDocument, calls: readonly SpecCall[]): string[] {
  const listed = new Set(calls.map(call => `${call.method} ${call.path}`))
  const unlisted = operationsOf(document)
    .filter(
      ({ method, path, operation }) => !listed.has(`${method} ${path}`) && operation['x-assumed'] !== true,
    )
    .map(({ method, path }) => `${method} ${path} is neither in the specification nor marked x-assumed.`)
  return [...calls.flatMap(call => compareCall(document.paths[call.path]?.[call.method], call)), ...unlisted]
}

function compareCall(operation: ContractOperation | undefined, call: SpecCall): string[] {
  const name = `${call.method} ${call.path}`
  if (!operation) return [`${name} is missing.`]
  const parameters = (place: string) =>
    (operation.parameters ?? []).filter(parameter => parameter.in === place).map(parameter => parameter.name)
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  return [
    ...compareNames('path parameters', parameters('path'), inPath),
    ...compareNames('query parameters', parameters('query'), call.query ?? []),
    ...compareBody(operation, call),
    ...compareAnswers(operation, call),
    ...compareSecurity(operation, call),
  ].map(difference => `${name}: ${difference}`)
}

function compareNames(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const list = (names: readonly string[]) => [...names].sort().join(', ') || 'none'
  return list(found) === list(wanted) ? [] : [`${what} are ${list(found)}, not ${list(wanted)}.`]
}

function compareBody(operation: ContractOperation, call: SpecCall): string[] {
  const content = operation.requestBody?.content ?? {}
  const type = call.body ? [call.bodyType ?? 'application/json'] : []
  const fields = Object.values(content).flatMap(({ schema }) => fieldsOf(schema))
  return [
    ...compareNames('body types', Object.keys(content), type),
    ...compareNames('body fields', fields, call.body ?? []),
  ]
}

function compareAnswers(operation: ContractOperation, call: SpecCall): string[] {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const [, success] = successes[0] ?? []
  if (!success || successes.length > 1) return [`has ${successes.length} answers of success, not 1.`]
  const schemas = schemasOf(success)
  const missing = (call.answer ?? []).filter(
    field => !schemas.some(schema => mapsHolding(schema, field).length > 0),
  )
  const others = Object.entries(call.otherAnswers ?? {}).flatMap(([status, fields]) => {
    const found = schemasOf(operation.responses[status] ?? {}).flatMap(fieldsOf)
    return compareNames(`fields of the answer ${status}`, found, fields)
  })
  const headers = Object.keys(success.headers ?? {}).map(header => header.toLowerCase())
  const lacksHeader = call.answerHeader !== undefined && !headers.includes(call.answerHeader)
  return [
    ...missing.map(field => `the answer has no ${field}.`),
    ...others,
    ...(lacksHeader ? [`the answer has no header ${call.answerHeader}.`] : []),
  ]
}

function compareSecurity(operation: ContractOperation, call: SpecCall): string[] {
  const schemes = operation.security.flatMap(Object.keys)
  return call.isCookieBased ? compareNames('security schemes', schemes, ['refreshCookie']) : []
}

function schemasOf(answer: Answer): Schema[] {
  return Object.values(answer.content ?? {}).map(({ schema }) => schema)
}

function fieldsOf(schema: Schema): string[] {
  return propertyMaps(schema).flatMap(map => Object.keys(map))
}
