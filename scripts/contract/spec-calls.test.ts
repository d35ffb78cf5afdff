import { describe, expect, test } from 'vitest'
import { compareCalls } from './compare-calls'
import {
  type ContractDocument,
  type ContractOperation,
  detailsOf,
  loadDocument,
  mapsHolding,
  operationsOf,
} from './contract-shape'
import { type SpecCall, specAttemptStatuses, specCalls, specErrorDetails } from './spec-calls'

const contract = await loadDocument()
const nameOf = (call: SpecCall) => `${call.method} ${call.path}`

/** What the comparison says of a copy of the contract in which one call's operation was changed. */
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

describe('the calls of section 7', () => {
  test('are 35, each listed once', () => {
    expect(new Set(specCalls.map(nameOf)).size).toBe(35)
    expect(specCalls).toHaveLength(35)
  })

  test('are what the contract holds', () => {
    expect(compareCalls(contract, specCalls)).toEqual([])
  })

  test('are alone in the contract but for the assumed reading of competencies', () => {
    const assumed = operationsOf(contract).filter(({ operation }) => operation['x-assumed'] === true)
    expect(assumed.map(({ path }) => path)).toEqual(['/user/competencies'])
  })
})

describe.each(specCalls)('the comparison notices that $method $path', call => {
  test('was removed', () => {
    expectFinding(
      findingsAfter(call, (_, copy) => delete copy.paths[call.path]?.[call.method]),
      call,
    )
  })

  test('answers by another method', () => {
    const findings = findingsAfter(call, (operation, copy) => {
      copy.paths[call.path] = { put: operation }
    })
    expectFinding(findings, call)
    expect(findings).toContain(`put ${call.path} is neither in the specification nor marked x-assumed.`)
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

  test('takes a further parameter', () => {
    const findings = findingsAfter(call, operation => {
      operation.parameters = [...(operation.parameters ?? []), { name: 'page', in: 'query' }]
    })
    expectFinding(findings, call)
  })

  test.each(call.answer ?? [])('has lost the answer field %s', field => {
    const findings = findingsAfter(call, operation => dropAnswerField(operation, '2', field))
    expectFinding(findings, call)
  })

  const others = Object.entries(call.otherAnswers ?? {}).flatMap(([status, fields]) =>
    fields.map(field => ({ status, field })),
  )
  test.each(others)('has lost $field of the answer $status', ({ status, field }) => {
    const findings = findingsAfter(call, operation => dropAnswerField(operation, status, field))
    expectFinding(findings, call)
  })
})

test('the comparison notices a lost header, another body type and another security', () => {
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
      .map(([status, answer]) => ({
        operationId: operation.operationId,
        status,
        answer,
        details: detailsOf(answer),
      })),
  )

  test('of the catalogue are all known, and every further one is marked as assumed', () => {
    const assumed = catalogue?.['x-assumed-values'] ?? []
    expect(catalogue?.enum).toEqual([...specErrorDetails, ...assumed])
    expect(new Set(catalogue?.enum).size).toBe(catalogue?.enum?.length)
  })

  test('are each used by an operation', () => {
    const used = new Set(errors.flatMap(({ details }) => details))
    expect(catalogue?.enum?.filter(detail => !used.has(detail))).toEqual([])
  })

  test.each(errors)('of $operationId $status are of the catalogue', ({ operationId, status, details }) => {
    const isStatusOnly = operationId === 'uploadToLms' && status === '404'
    expect(details.length > 0).toBe(!isStatusOnly)
    expect(details.filter(detail => !catalogue?.enum?.includes(detail))).toEqual([])
  })

  test('come with one status each, but for `common` and the tokens of a session and of a letter', () => {
    const statuses = new Map<string, Set<string>>()
    for (const { status, details } of errors) {
      for (const detail of details) statuses.set(detail, (statuses.get(detail) ?? new Set()).add(status))
    }
    const several = [...statuses].filter(([, found]) => found.size > 1).map(([detail]) => detail)
    expect(several.sort()).toEqual(['Invalid token', 'common'])
  })

  test('of an expired or absent access token stand on every operation that needs one', () => {
    const bearers = operationsOf(contract).filter(({ operation }) =>
      operation.security.some(scheme => 'bearer' in scheme),
    )
    expect(bearers.length).toBeGreaterThan(20)
    for (const { operation } of bearers) {
      expect(detailsOf(operation.responses['401'] ?? {})).toEqual(['No token provided', 'Invalid token'])
    }
  })
})

test('attempts have the 11 statuses of section 4', () => {
  expect(specAttemptStatuses).toHaveLength(11)
  expect(contract.components.schemas.AttemptStatus?.enum).toEqual(specAttemptStatuses)
})

test('no address could be meant for two operations', () => {
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
  for (const [code, answer] of Object.entries(operation.responses)) {
    if (!code.startsWith(status)) continue
    for (const { schema } of Object.values(answer.content ?? {})) {
      for (const map of mapsHolding(schema, field)) delete map[name]
    }
  }
}
