import type { HttpHandler, RequestHandlerOptions, ResponseResolver } from 'msw'
import { createOpenApiHttp, type OpenApiHttpHandlers } from 'openapi-msw'
import type { Operation } from '../scripts/lib/operation'
import type { paths } from '../src/api/schema.gen'
import { basePath, operationTable } from './operations.gen'
import { isoTime } from './platform/clock'
import { findViolation, type MockViolation, type PlainResponse } from './run/check-response'
import type { Journal } from './run/journal'

/**
 * Handlers that override the simulated platform. They are typed by the contract; for responses outside of it use faults
 * (`db.faults`).
 */
export type Overrides = Pick<OpenApiHttpHandlers<paths>, 'get' | 'post' | 'put' | 'patch' | 'delete'>

interface OverridesHost {
  baseUrl: string
  journal: Journal
  /** Virtual milliseconds since the epoch. */
  now: () => number
  /** Called for violations that types can't express: a pattern, a length, a header. */
  onViolation: (violation: MockViolation) => void
}

type Method = keyof Overrides
type AnyResolver = ResponseResolver<{ request: Request; requestId: string }>
type Wrap = (path: string, resolver: AnyResolver, options?: RequestHandlerOptions) => HttpHandler

/** Each override handles one call, unless its options are `{ once: false }`. */
export function makeOverrides(host: OverridesHost): Overrides {
  const typed = createOpenApiHttp<paths>({ baseUrl: host.baseUrl + basePath })
  const wrap =
    (method: Method): Wrap =>
    (path, resolver, options) => {
      const operation = operationTable.find(row => row.method === method && row.path === path)
      if (!operation) throw new Error(`The contract has no ${method} ${path}.`)
      const validated: AnyResolver = async info => {
        const response = await resolver(info)
        return response instanceof Response ? send(host, operation, info.request, response) : response
      }
      // The caller sees openapi-msw's own types; TypeScript can't infer paths through a wrapper.
      return (typed[method] as unknown as Wrap)(path, validated, { once: true, ...options })
    }
  const wrapped: Record<Method, Wrap> = {
    get: wrap('get'),
    post: wrap('post'),
    put: wrap('put'),
    patch: wrap('patch'),
    delete: wrap('delete'),
  }
  return wrapped as unknown as Overrides
}

/** Sends the response as the platform would: validated, logged in the journal, with the platform's headers. */
async function send(
  host: OverridesHost,
  operation: Operation,
  request: Request,
  response: Response,
): Promise<Response> {
  const id = host.journal.nextId()
  const isBroken = response.type === 'error'
  const plain = isBroken ? undefined : await toPlainResponse(response)
  const violation = plain && findViolation(operation, plain)
  if (violation) {
    console.error(violation)
    host.onViolation(violation)
  }
  host.journal.add({
    id,
    at: isoTime(host.now()),
    operationId: operation.operationId,
    request: { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) },
    response: plain ? { status: plain.status, headers: plain.headers ?? {}, body: plain.body } : null,
  })
  if (isBroken) return response
  const headers = new Headers(response.headers)
  headers.set('date', new Date(host.now()).toUTCString())
  headers.set('x-request-id', `mock-${id}`)
  return new Response(response.body, { status: response.status, headers })
}

async function toPlainResponse(response: Response): Promise<PlainResponse> {
  const headers = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  const facts = { status: response.status, headers, cookies }
  if (!response.body) return facts
  if (!headers['content-type']?.startsWith('application/json')) return { ...facts, body: 'bytes' }
  return { ...facts, body: await response.clone().json() }
}
