import { type Operation, responseOf } from '../../scripts/lib/operation'
import type { Fault } from '../platform/faults'
import type { PlainAnswer } from './check-answer'

/** What every answer carries. */
export interface Envelope {
  requestId: string
  /** Virtual milliseconds since the epoch. */
  now: number
}

/** The text of large answers that are the same frozen object as last time. */
const texts = new WeakMap<object, string>()

function jsonText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return JSON.stringify(body)
  const known = texts.get(body)
  if (known !== undefined) return known
  const text = JSON.stringify(body)
  texts.set(body, text)
  return text
}

function headersFor({ requestId, now }: Envelope, answer: PlainAnswer): Headers {
  const headers = new Headers(answer.headers)
  headers.set('date', new Date(now).toUTCString())
  headers.set('x-request-id', requestId)
  headers.set('cache-control', 'no-store')
  for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
  return headers
}

/** The Response of an answer that the contract documents. */
export function respond(operation: Operation, envelope: Envelope, answer: PlainAnswer): Response {
  const headers = headersFor(envelope, answer)
  const kind = responseOf(operation, answer.status)?.kind
  if (kind === 'empty') return new Response(null, { status: answer.status, headers })
  if (kind === 'binary' || kind === 'text') {
    const contentType = responseOf(operation, answer.status)?.contentType ?? 'application/octet-stream'
    headers.set('content-type', contentType)
    return new Response(answer.body as BodyInit, { status: answer.status, headers })
  }
  headers.set('content-type', 'application/json')
  return new Response(jsonText(answer.body), { status: answer.status, headers })
}

/** The same Response with a body that breaks off in the middle; one without a body is a broken connection. */
export async function cutInHalf(whole: Response): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  if (bytes.length === 0) return Response.error()
  const body = new ReadableStream<Uint8Array>(
    {
      start: controller => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
      // Not before somebody wants the rest: an error throws away what nobody has taken yet.
      pull: controller => controller.error(new TypeError('The connection was broken on purpose.')),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: whole.status, headers: whole.headers })
}

/** Statuses of answers that may have no body, whatever is asked for. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const errorPage =
  '<!doctype html><html><head><title>Error</title></head><body><h1>Bad gateway</h1></body></html>'

/** The Response of a deliberate failure; those that are no answer at all are a broken connection. */
export function respondFaulty(envelope: Envelope, fault: Fault): Response {
  const send = (status: number, body: string | null, type: string, extra: Record<string, string> = {}) => {
    const headers = headersFor(envelope, { status, headers: extra })
    if (body === null || bodiless.has(status)) return new Response(null, { status, headers })
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
    case 'empty':
      return send(fault.status ?? 200, null, '')
    case 'malformed':
      return send(fault.status ?? 200, '{"detail": "cut o', 'application/json')
    default:
      return Response.error()
  }
}
