import { type Operation, type OperationResponse, responseOf } from '../../scripts/lib/operation'
import { validateResponse } from '../validators.gen'

/** A response before it becomes a `Response` object. */
export interface PlainResponse {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Whole Set-Cookie values. */
  cookies?: string[]
}

/** A response of the simulated platform breaks the contract. */
export class MockViolation extends Error {
  readonly operationId: string

  constructor(operationId: string, problem: string) {
    super(`The mock of ${operationId} broke the contract: ${problem}`)
    this.name = 'MockViolation'
    this.operationId = operationId
  }
}

/** Large frozen bodies that were validated before. */
const knownValid = new WeakMap<object, string>()

/** How a response breaks the contract; undefined if it doesn't. */
export function findViolation(operation: Operation, response: PlainResponse): MockViolation | undefined {
  const { operationId } = operation
  const documented = responseOf(operation, response.status)
  if (!documented) return new MockViolation(operationId, `the status ${response.status} is not documented.`)
  const problem =
    validateHeaders(documented, response) ?? validateBody(operationId, documented, response.body)
  return problem === undefined
    ? undefined
    : new MockViolation(operationId, `answer ${response.status}: ${problem}`)
}

function validateBody(operationId: string, documented: OperationResponse, body: unknown): string | undefined {
  if (documented.kind === 'empty') return body === undefined ? undefined : 'it must have no body.'
  if (body === undefined) return 'it has no body.'
  const key = `${operationId} ${documented.status}`
  if (typeof body === 'object' && body !== null && knownValid.get(body) === key) return undefined
  const check = validateResponse[operationId]?.[String(documented.status)]
  if (check && !check(body)) {
    const [error] = check.errors ?? []
    return `its body is invalid at "${error?.instancePath ?? ''}": ${error?.message ?? 'no reason given'}.`
  }
  if (typeof body === 'object' && body !== null && Object.isFrozen(body)) knownValid.set(body, key)
  return undefined
}

function validateHeaders({ headers }: OperationResponse, response: PlainResponse): string | undefined {
  for (const { name, required, schema } of headers) {
    const value = name === 'set-cookie' ? response.cookies?.[0] : response.headers?.[name]
    if (value === undefined) {
      if (required) return `the header ${name} is missing.`
    } else if (schema?.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
      return `the header ${name} does not match ${schema.pattern}.`
    } else if (schema?.type === 'integer' && !/^\d+$/.test(value)) {
      return `the header ${name} must be a whole number.`
    }
  }
  return undefined
}
