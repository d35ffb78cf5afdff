import { findIssues } from '../../packages/contract/json-schema'
import { getResponse, type Operation, type OperationResponse } from '../../packages/contract/operation'
import { findBrokenRules } from '../../packages/contract/validator/rules'
import type { Fault } from '../platform/faults'
import { schemas } from '../samplers.gen'
import { findUndeclared } from './undeclared'

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
  const documented = getResponse(operation, response.status)
  if (!documented) return new MockViolation(operationId, `the status ${response.status} is not documented.`)
  const problem =
    validateHeaders(documented, response) ?? validateBody(operationId, documented, response.body)
  return problem === undefined
    ? undefined
    : new MockViolation(operationId, `answer ${response.status}: ${problem}`)
}

/** Throws a MockViolation if a response breaks a rule between values, which sampled responses need not keep. */
export function requireRules(operation: Operation, response: PlainResponse): PlainResponse {
  const { operationId } = operation
  const { body, status } = response
  const isKnown = typeof body === 'object' && body !== null && knownValid.has(body)
  const schema = isKnown ? undefined : getResponse(operation, status)?.schema
  const [broken] = schema ? findBrokenRules(schema, body, schemas) : []
  if (broken) throw new MockViolation(operationId, `answer ${status}: ${broken.what}`)
  return response
}

function validateBody(operationId: string, documented: OperationResponse, body: unknown): string | undefined {
  if (documented.kind === 'empty') return body === undefined ? undefined : 'it must have no body.'
  if (body === undefined) return 'it has no body.'
  const key = `${operationId} ${documented.status}`
  if (typeof body === 'object' && body !== null && knownValid.get(body) === key) return undefined
  const { schema, kind } = documented
  if (!schema || (kind !== 'json' && kind !== 'text')) return undefined
  const [found] = findIssues(schema, body, schemas)
  if (found) {
    const pointer = found.path.map(part => `/${part}`).join('')
    return `its body is invalid at "${pointer}": ${found.keyword} is ${JSON.stringify(found.expected)}.`
  }
  const undeclared = findUndeclared(schema, body, schemas)
  if (undeclared !== undefined) return `its body has ${undeclared}, which the contract does not declare.`
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

export interface Envelope {
  requestId: string
  /** Virtual milliseconds since the epoch. */
  now: number
}

/** JSON of large frozen bodies that were serialized before. */
const serialized = new WeakMap<object, string>()

function stringify(body: unknown): string {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return JSON.stringify(body)
  const known = serialized.get(body)
  if (known !== undefined) return known
  const text = JSON.stringify(body)
  serialized.set(body, text)
  return text
}

function headersFor({ requestId, now }: Envelope, response: PlainResponse): Headers {
  const headers = new Headers(response.headers)
  headers.set('date', new Date(now).toUTCString())
  headers.set('x-request-id', requestId)
  headers.set('cache-control', 'no-store')
  for (const cookie of response.cookies ?? []) headers.append('set-cookie', cookie)
  return headers
}

/** Creates the `Response` of a documented response. */
export function respond(operation: Operation, envelope: Envelope, response: PlainResponse): Response {
  const headers = headersFor(envelope, response)
  const kind = getResponse(operation, response.status)?.kind
  if (kind === 'empty') return new Response(null, { status: response.status, headers })
  if (kind === 'binary' || kind === 'text') {
    const contentType = getResponse(operation, response.status)?.contentType ?? 'application/octet-stream'
    headers.set('content-type', contentType)
    return new Response(response.body as BodyInit, { status: response.status, headers })
  }
  headers.set('content-type', 'application/json')
  return new Response(stringify(response.body), { status: response.status, headers })
}

/** The body twice, as a broken proxy sends it. */
export async function doubleBody(whole: Response): Promise<Response> {
  const text = await whole.text()
  const headers = new Headers(whole.headers)
  headers.delete('content-length')
  return new Response(text === '' ? null : text + text, { status: whole.status, headers })
}

/** Breaks the connection after half of the body; without a body it is a network error. */
export async function truncateBody(whole: Response): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  if (bytes.length === 0) return Response.error()
  const body = new ReadableStream<Uint8Array>(
    {
      start: controller => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
      // Only when the rest is read: an error discards chunks that haven't been read.
      pull: controller => controller.error(new TypeError('The connection was broken on purpose.')),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: whole.status, headers: whole.headers })
}

/** Statuses that must not have a body. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304])

const errorPage =
  '<!doctype html><html><head><title>Error</title></head><body><h1>Bad gateway</h1></body></html>'

/** Creates the `Response` of a fault; a network error for faults without a response. */
export function respondWithFault(envelope: Envelope, fault: Fault): Response {
  const send = (status: number, body: string | null, type: string, extra: Record<string, string> = {}) => {
    const headers = headersFor(envelope, { status, headers: extra })
    if (body === null || BODILESS_STATUSES.has(status)) return new Response(null, { status, headers })
    headers.set('content-type', type)
    return new Response(body, { status, headers })
  }
  switch (fault.kind) {
    case 'status': {
      const body = fault.detail === undefined ? {} : { detail: fault.detail }
      return send(fault.status, JSON.stringify(body), 'application/json', fault.headers)
    }
    case 'body':
      return send(fault.status, JSON.stringify(fault.body), 'application/json', fault.headers)
    case 'html':
      return send(fault.status ?? 200, errorPage, 'text/html; charset=utf-8')
    case 'text':
      return send(fault.status ?? 500, 'Internal Server Error', 'text/plain; charset=utf-8')
    case 'empty':
      return send(fault.status ?? 200, null, '')
    case 'malformed':
      return send(fault.status ?? 200, '{"detail": "cut o', 'application/json')
    default:
      return Response.error()
  }
}
