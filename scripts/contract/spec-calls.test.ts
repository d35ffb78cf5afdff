import { describe, expect, test } from 'vitest'
import { loadContract } from '../lib/load-contract'
import { isNullable, type SchemaNode, withoutNull } from '../lib/schema-node'
import {
  type Answer,
  type ContractDocument,
  type ContractOperation,
  getDetails,
  getOperations,
  loadDocument,
  mapsWithField,
  propertyMaps,
  type Schema,
  type SpecCall,
  specAttemptStatuses,
  specCalls,
  specErrorDetails,
} from './spec-calls'

const contract = await loadDocument()
describe('the listed calls', () => {
  test('are 35, without duplicates', () => {
    expect(new Set(specCalls.map(({ method, path }) => `${method} ${path}`)).size).toBe(35)
    expect(specCalls).toHaveLength(35)
  })

  test('match the contract', () => {
    expect(compareCalls(contract, specCalls)).toEqual([])
  })

  test('are the whole contract except for the assumed getCompetencies', () => {
    const assumed = getOperations(contract).filter(({ operation }) => operation['x-assumed'] === true)
    expect(assumed.map(({ path }) => path)).toEqual(['/user/competencies'])
  })
})

describe('error details', () => {
  const catalogue = contract.components.schemas.ErrorDetail
  const errors = getOperations(contract).flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status >= '400')
      .map(([status, response]) => ({
        operationId: operation.operationId,
        status,
        response,
        details: getDetails(response),
      })),
  )

  test('include the whole list, and every other one is marked as assumed', () => {
    const assumed = catalogue?.['x-assumed-values'] ?? []
    expect(catalogue?.enum).toEqual([...specErrorDetails, ...assumed])
    expect(new Set(catalogue?.enum).size).toBe(catalogue?.enum?.length)
  })

  test('are all used by an operation', () => {
    const used = new Set(errors.flatMap(({ details }) => details))
    expect(catalogue?.enum?.filter(detail => !used.has(detail))).toEqual([])
  })

  test.each(errors)('of $operationId $status are in the list', ({ operationId, status, details }) => {
    const isStatusOnly = operationId === 'uploadToLms' && status === '404'
    expect(details.length > 0).toBe(!isStatusOnly)
    expect(details.filter(detail => !catalogue?.enum?.includes(detail))).toEqual([])
  })

  test('have one status each, except for `common` and the tokens of a session and of an email', () => {
    const statuses = new Map<string, Set<string>>()
    for (const { status, details } of errors) {
      for (const detail of details) statuses.set(detail, (statuses.get(detail) ?? new Set()).add(status))
    }
    const several = [...statuses].filter(([, found]) => found.size > 1).map(([detail]) => detail)
    expect(several.sort()).toEqual(['Invalid token', 'common'])
  })

  test('of an expired or missing access token are on every operation that needs one', () => {
    const bearers = getOperations(contract).filter(({ operation }) =>
      operation.security.some(scheme => 'bearer' in scheme),
    )
    expect(bearers.length).toBeGreaterThan(20)
    for (const { operation } of bearers) {
      expect(getDetails(operation.responses['401'] ?? {})).toEqual(['No token provided', 'Invalid token'])
    }
  })
})

test('attempts have the 11 listed statuses', () => {
  expect(specAttemptStatuses).toHaveLength(11)
  expect(contract.components.schemas.AttemptStatus?.enum).toEqual(specAttemptStatuses)
})

test('no path matches two operations', () => {
  const all = getOperations(contract)
  const clashes = all.flatMap(({ method, path }, index) =>
    all
      .slice(index + 1)
      .filter(other => other.method === method && couldBeSame(path, other.path))
      .map(other => `${method} ${path} and ${other.path}`),
  )
  expect(clashes).toEqual([])
})

function couldBeSame(a: string, b: string) {
  const [left, right] = [a.split('/'), b.split('/')]
  const isOpen = (segment: string | undefined) => segment?.startsWith('{') === true
  return (
    left.length === right.length &&
    left.every((segment, index) => segment === right[index] || isOpen(segment) || isOpen(right[index]))
  )
}

/** Differences between the contract and `spec-calls.ts`, one sentence each. */
function compareCalls(document: ContractDocument, calls: readonly SpecCall[]): string[] {
  const listed = new Set(calls.map(call => `${call.method} ${call.path}`))
  const unlisted = getOperations(document)
    .filter(
      ({ method, path, operation }) => !listed.has(`${method} ${path}`) && operation['x-assumed'] !== true,
    )
    .map(({ method, path }) => `${method} ${path} is neither in spec-calls.ts nor marked x-assumed.`)
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

function compareNames(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const list = (names: readonly string[]) => [...names].sort().join(', ') || 'none'
  return list(found) === list(expected) ? [] : [`${what} are ${list(found)}, not ${list(expected)}.`]
}

function compareBody(operation: ContractOperation, call: SpecCall): string[] {
  const content = operation.requestBody?.content ?? {}
  const type = call.body ? [call.bodyType ?? 'application/json'] : []
  const fields = Object.values(content).flatMap(({ schema }) => getFields(schema))
  return [
    ...compareNames('body types', Object.keys(content), type),
    ...compareNames('body fields', fields, call.body ?? []),
  ]
}

function compareAnswers(operation: ContractOperation, call: SpecCall): string[] {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const [, success] = successes[0] ?? []
  if (!success || successes.length > 1) return [`has ${successes.length} answers of success, not 1.`]
  const schemas = getSchemas(success)
  const missing = (call.response ?? []).filter(
    field => !schemas.some(schema => mapsWithField(schema, field).length > 0),
  )
  const others = Object.entries(call.otherAnswers ?? {}).flatMap(([status, fields]) => {
    const found = getSchemas(operation.responses[status] ?? {}).flatMap(getFields)
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

function getSchemas(answer: Answer): Schema[] {
  return Object.values(answer.content ?? {}).map(({ schema }) => schema)
}

function getFields(schema: Schema): string[] {
  return propertyMaps(schema).flatMap(map => Object.keys(map))
}

/** Fields that `spec-calls.ts` lists outside of its calls. */
const shownElsewhere: Record<string, string[]> = {
  listGroups: ['hide_leaderboard'],
  getTask: ['visible'],
  startLab: ['status'],
  stopLab: ['status'],
  getLabStatus: ['status'],
}

/** Paths of all fields without `x-assumed`; `[]` steps into a list. */
function unmarkedFields(schema: Schema | undefined, path = ''): string[] {
  if (!schema || schema['x-assumed']) return []
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !field['x-assumed'])
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...fields.flatMap(([name, field]) => [`${path}${name}`, ...unmarkedFields(field, `${path}${name}.`)]),
    ...parts.flatMap(part => unmarkedFields(part, path)),
    ...unmarkedFields(schema.items, path === '' ? '' : `${path.slice(0, -1)}[].`),
  ]
}

const known = getOperations(contract).filter(({ operation }) => !operation['x-assumed'])

test.each(known)('$method $path marks what spec-calls.ts does not list', found => {
  const { method, path, operation } = found
  const call = specCalls.find(one => one.method === method && one.path === path)
  const others = Object.values(call?.otherAnswers ?? {}).flat()
  const listed = [...(call?.body ?? []), ...(call?.response ?? []), ...others]
  const shown = new Set([...listed, ...(shownElsewhere[operation.operationId] ?? [])])
  const answers = Object.values(operation.responses).filter(answer => !answer['x-assumed'])
  const contents = [operation.requestBody, ...answers].flatMap(part => Object.values(part?.content ?? {}))
  expect(contents.flatMap(({ schema }) => unmarkedFields(schema)).filter(path => !shown.has(path))).toEqual(
    [],
  )
})

test('marks every error response, since spec-calls.ts does not map details to statuses', () => {
  const errors = known.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status, answer]) => status >= '400' && !answer['x-assumed'])
      .map(([status]) => `${operationId} ${status}`),
  )
  // `spec-calls.ts` lists this response.
  expect(errors).toEqual(['uploadToLms 404'])
})

const { operations, schemas } = loadContract('openapi')

/** Every optional property of a schema and its inline schemas. */
function optionalIn(node: SchemaNode, at: string): [name: string, node: SchemaNode][] {
  const own = Object.entries(node.properties ?? {})
  const parts = [
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(node.items ? [node.items] : []),
  ]
  return [
    ...own.flatMap(([name, child]): [string, SchemaNode][] =>
      node.required?.includes(name) ? [] : [[`${at} ${name}`, child]],
    ),
    ...own.flatMap(([name, child]) => optionalIn(child, `${at} ${name}`)),
    ...parts.flatMap(part => optionalIn(part, at)),
  ]
}

test('an optional response field may be null, since frameworks send unset fields as null', () => {
  const inline = operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, schema }) => (schema ? optionalIn(schema, `${operationId} ${status}`) : [])),
  )
  const named = Object.entries(schemas).flatMap(([name, node]) => optionalIn(node, name))
  expect(named.length).toBeGreaterThan(40)
  expect([...inline, ...named].filter(([, node]) => !isNullable(node)).map(([name]) => name)).toEqual([])
})

test.each<[SchemaNode, SchemaNode]>([
  [{ type: ['string', 'null'] }, { type: 'string' }],
  [{ type: ['string', 'integer', 'null'] }, { type: ['string', 'integer'] }],
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'] },
  ],
  [
    { anyOf: [{ $ref: '#/components/schemas/Exam' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/Exam' }] },
  ],
  [{ type: 'string' }, { type: 'string' }],
])('removes null from %j: %j', (node, expected) => {
  expect(withoutNull(node)).toEqual(expected)
})
