import { type Operation, type OperationResponse, responseOf } from '../../scripts/lib/operation'
import { validateResponse } from '../validators.gen'

/** An answer before it becomes a Response. */
export interface PlainAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Whole Set-Cookie values. */
  cookies?: string[]
}

/** The simulated platform broke its own contract. */
export class MockViolation extends Error {
  readonly operationId: string

  constructor(operationId: string, problem: string) {
    super(`The mock of ${operationId} broke the contract: ${problem}`)
    this.name = 'MockViolation'
    this.operationId = operationId
  }
}

/** Large answers that are the same object as last time need no second look. */
const knownGood = new WeakMap<object, string>()

/** What is wrong with an answer by the contract, or undefined. */
export function findViolation(operation: Operation, answer: PlainAnswer): MockViolation | undefined {
  const { operationId } = operation
  const response = responseOf(operation, answer.status)
  if (!response) return new MockViolation(operationId, `the status ${answer.status} is not documented.`)
  const problem = headerProblem(response, answer) ?? bodyProblem(operationId, response, answer.body)
  return problem === undefined
    ? undefined
    : new MockViolation(operationId, `answer ${answer.status}: ${problem}`)
}

function bodyProblem(operationId: string, response: OperationResponse, body: unknown): string | undefined {
  if (response.kind === 'empty') return body === undefined ? undefined : 'it must have no body.'
  if (body === undefined) return 'it has no body.'
  const key = `${operationId} ${response.status}`
  if (typeof body === 'object' && body !== null && knownGood.get(body) === key) return undefined
  const check = validateResponse[operationId]?.[String(response.status)]
  if (check && !check(body)) {
    const [error] = check.errors ?? []
    return `its body is invalid at "${error?.instancePath ?? ''}": ${error?.message ?? 'no reason given'}.`
  }
  if (typeof body === 'object' && body !== null && Object.isFrozen(body)) knownGood.set(body, key)
  return undefined
}

function headerProblem({ headers }: OperationResponse, answer: PlainAnswer): string | undefined {
  for (const { name, required, schema } of headers) {
    const value = name === 'set-cookie' ? answer.cookies?.[0] : answer.headers?.[name]
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
