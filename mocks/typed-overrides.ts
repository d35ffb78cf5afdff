import type { HttpHandler, RequestHandlerOptions, ResponseResolver } from 'msw'
import { createOpenApiHttp, type OpenApiHttpHandlers } from 'openapi-msw'
import type { Operation } from '../scripts/lib/operation'
import type { paths } from '../src/api/schema.gen'
import { basePath, operationTable } from './operations.gen'
import { isoTime } from './platform/clock'
import { findViolation, type MockViolation, type PlainAnswer } from './run/check-answer'
import type { Journal } from './run/journal'

/**
 * Handlers that answer in place of the simulated platform: paths, statuses, bodies and error details are the contract's,
 * and anything else does not compile. What the contract forbids is a fault (`db.faults`), not an override.
 */
export type Overrides = Pick<OpenApiHttpHandlers<paths>, 'get' | 'post' | 'put' | 'patch' | 'delete'>

interface OverridesHost {
  baseUrl: string
  journal: Journal
  /** Virtual milliseconds since the epoch. */
  now: () => number
  /** Hears of an answer that broke the contract in a way that no type shows: a pattern, a length, a header. */
  onViolation: (violation: MockViolation) => void
}

type Method = keyof Overrides
type AnyResolver = ResponseResolver<{ request: Request; requestId: string }>
type Wrap = (path: string, resolver: AnyResolver, options?: RequestHandlerOptions) => HttpHandler

/** Overrides of one platform. Each answers one call, unless its options say `{ once: false }`. */
export function makeOverrides(host: OverridesHost): Overrides {
  const typed = createOpenApiHttp<paths>({ baseUrl: host.baseUrl + basePath })
  const wrap =
    (method: Method): Wrap =>
    (path, resolver, options) => {
      const operation = operationTable.find(row => row.method === method && row.path === path)
      if (!operation) throw new Error(`The contract has no ${method} ${path}.`)
      const judged: AnyResolver = async info => {
        const answer = await resolver(info)
        return answer instanceof Response ? send(host, operation, info.request, answer) : answer
      }
      // The types that the caller sees are openapi-msw's own; no compiler follows a path through a wrapper.
      return (typed[method] as unknown as Wrap)(path, judged, { once: true, ...options })
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

/** The answer as the platform would send it: judged, in the journal, with the platform's own headers. */
async function send(
  host: OverridesHost,
  operation: Operation,
  request: Request,
  answer: Response,
): Promise<Response> {
  const id = host.journal.nextId()
  const isBroken = answer.type === 'error'
  const plain = isBroken ? undefined : await plainOf(answer)
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
  if (isBroken) return answer
  const headers = new Headers(answer.headers)
  headers.set('date', new Date(host.now()).toUTCString())
  headers.set('x-request-id', `mock-${id}`)
  return new Response(answer.body, { status: answer.status, headers })
}

async function plainOf(answer: Response): Promise<PlainAnswer> {
  const headers = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  const facts = { status: answer.status, headers, cookies }
  if (!answer.body) return facts
  if (!headers['content-type']?.startsWith('application/json')) return { ...facts, body: 'bytes' }
  return { ...facts, body: await answer.clone().json() }
}
