import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type ContractDocument,
  type ContractOperation,
  detailsOf,
  loadDocument,
  mapsWithField,
  operationsOf,
  propertyMaps,
  type Schema,
} from './contract-shape'
import { type SpecCall, specAttemptStatuses, specCalls, specErrorDetails } from './spec-calls'

const contract = await loadDocument()
const nameOf = (call: SpecCall) => `${call.method} ${call.path}`

function findingsAfter(
  call: SpecCall,
  change: (operation: ContractOperation, copy: ContractDocument) => void,
) {
  const copy = structuredClone(contract)
  const operation = copy.paths[call.path]?.[call.method]
  if (!operation) throw new Error(`${nameOf(call)} is not in the contract.`)
  change(operation, copy)
  return compareCalls(copy, specCalls)
}

function expectFinding(findings: readonly string[], call: SpecCall) {
  const ofTheCall = findings.filter(finding => finding.match(/^[^ ]+ [^ :]+/)?.[0] === nameOf(call))
  expect(ofTheCall).not.toEqual([])
}

describe('the listed calls', () => {
  test('are 35, without duplicates', () => {
    expect(new Set(specCalls.map(nameOf)).size).toBe(35)
    expect(specCalls).toHaveLength(35)
  })

  test('match the contract', () => {
    expect(compareCalls(contract, specCalls)).toEqual([])
  })

  test('are the whole contract except for the assumed getCompetencies', () => {
    const assumed = operationsOf(contract).filter(({ operation }) => operation['x-assumed'] === true)
    expect(assumed.map(({ path }) => path)).toEqual(['/user/competencies'])
  })
})

describe.each(specCalls)('the comparison finds that $method $path', call => {
  test('was removed', () => {
    expectFinding(
      findingsAfter(call, (_, copy) => delete copy.paths[call.path]?.[call.method]),
      call,
    )
  })

  test('uses another method', () => {
    const findings = findingsAfter(call, (operation, copy) => {
      copy.paths[call.path] = { put: operation }
    })
    expectFinding(findings, call)
    expect(findings).toContain(`put ${call.path} is neither in spec-calls.ts nor marked x-assumed.`)
  })

  const parameters = contract.paths[call.path]?.[call.method]?.parameters ?? []
  test.each(parameters)('has another name for the parameter $name', ({ name }) => {
    const findings = findingsAfter(call, operation => {
      for (const parameter of operation.parameters ?? []) if (parameter.name === name) parameter.name += 's'
    })
    expectFinding(findings, call)
  })

  test.each(call.body ?? [])('has lost the body field %s', field => {
    const findings = findingsAfter(call, operation => {
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        delete schema.properties?.[field]
    })
    expectFinding(findings, call)
  })

  test('has an additional parameter', () => {
    const findings = findingsAfter(call, operation => {
      operation.parameters = [...(operation.parameters ?? []), { name: 'page', in: 'query' }]
    })
    expectFinding(findings, call)
  })

  test.each(call.response ?? [])('has lost the response field %s', field => {
    const findings = findingsAfter(call, operation => dropAnswerField(operation, '2', field))
    expectFinding(findings, call)
  })

  const others = Object.entries(call.otherAnswers ?? {}).flatMap(([status, fields]) =>
    fields.map(field => ({ status, field })),
  )
  test.each(others)('has lost $field of the response $status', ({ status, field }) => {
    const findings = findingsAfter(call, operation => dropAnswerField(operation, status, field))
    expectFinding(findings, call)
  })
})

test('the comparison finds a missing header, another body type and another security requirement', () => {
  const at = (path: string) => {
    const call = specCalls.find(candidate => candidate.path === path)
    if (!call) throw new Error(`${path} is not on the list.`)
    return call
  }
  const vpn = at('/user/vpn_config')
  expectFinding(
    findingsAfter(vpn, operation => {
      operation.responses['200'] = {}
    }),
    vpn,
  )
  const feedback = at('/feedback')
  expectFinding(
    findingsAfter(feedback, operation => {
      const content = operation.requestBody?.content['multipart/form-data']
      if (content) operation.requestBody = { content: { 'application/json': content } }
    }),
    feedback,
  )
  const refresh = at('/auth/refresh')
  expectFinding(
    findingsAfter(refresh, operation => {
      operation.security = [{ bearer: [] }]
    }),
    refresh,
  )
})

describe('error details', () => {
  const catalogue = contract.components.schemas.ErrorDetail
  const errors = operationsOf(contract).flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status >= '400')
      .map(([status, response]) => ({
        operationId: operation.operationId,
        status,
        response,
        details: detailsOf(response),
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
    const bearers = operationsOf(contract).filter(({ operation }) =>
      operation.security.some(scheme => 'bearer' in scheme),
    )
    expect(bearers.length).toBeGreaterThan(20)
    for (const { operation } of bearers) {
      expect(detailsOf(operation.responses['401'] ?? {})).toEqual(['No token provided', 'Invalid token'])
    }
  })
})

test('attempts have the 11 listed statuses', () => {
  expect(specAttemptStatuses).toHaveLength(11)
  expect(contract.components.schemas.AttemptStatus?.enum).toEqual(specAttemptStatuses)
})

test('no path matches two operations', () => {
  const all = operationsOf(contract)
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

function dropAnswerField(operation: ContractOperation, status: string, field: string) {
  const name = field.split('.').at(-1)?.replace('[]', '') ?? ''
  for (const [code, response] of Object.entries(operation.responses)) {
    if (!code.startsWith(status)) continue
    for (const { schema } of Object.values(response.content ?? {})) {
      for (const map of mapsWithField(schema, field)) delete map[name]
    }
  }
}

/** Differences between the contract and `spec-calls.ts`, one sentence each. */
function compareCalls(document: ContractDocument, calls: readonly SpecCall[]): string[] {
  const listed = new Set(calls.map(call => `${call.method} ${call.path}`))
  const unlisted = operationsOf(document)
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
  const missing = (call.response ?? []).filter(
    field => !schemas.some(schema => mapsWithField(schema, field).length > 0),
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
