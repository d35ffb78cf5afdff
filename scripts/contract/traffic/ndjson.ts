import { listAt, objectAt } from '../../lib/json'
import type { Exchange, HeaderList } from '../../lib/validator/exchange'

/**
 * One exchange per line:
 * `{"request":{"method":"GET","url":"http://…","headers":[["accept","…"]],"body":"text"},"response":{"status":200,"headers":[…],"base64":"…"},"milliseconds":12}`.
 * A body is under `body` if it is UTF-8, else under `base64`, and absent if unknown. `response` is null if
 * none came.
 */
export function writeLine({ request, response, milliseconds, isSanitized }: Exchange): string {
  const messages = {
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...writeBody(request.body),
    },
    response: response && { status: response.status, headers: response.headers, ...writeBody(response.body) },
  }
  return `${JSON.stringify({ ...messages, milliseconds, isSanitized })}\n`
}

/** Undefined for an invalid line. */
export function readLine(line: string): Exchange | undefined {
  const { request, response, milliseconds, isSanitized } = objectAt(parse(line))
  const { method, url, ...requestFields } = objectAt(request)
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { status, ...responseFields } = objectAt(response)
  if (response !== null && typeof status !== 'number') return undefined
  return {
    request: {
      method: method.toUpperCase(),
      url,
      headers: readHeaders(requestFields.headers),
      ...readBody(requestFields),
    },
    response:
      typeof status === 'number'
        ? { status, headers: readHeaders(responseFields.headers), ...readBody(responseFields) }
        : null,
    ...(typeof milliseconds === 'number' && { milliseconds }),
    ...(isSanitized === true && { isSanitized }),
  }
}

function writeBody(body: Uint8Array | undefined): { body?: string; base64?: string } {
  if (body === undefined) return {}
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) }
  } catch {
    return { base64: Buffer.from(body).toString('base64') }
  }
}

function readBody({ body, base64 }: { readonly body?: unknown; readonly base64?: unknown }): {
  body?: Uint8Array
} {
  if (typeof body === 'string') return { body: new TextEncoder().encode(body) }
  return typeof base64 === 'string' ? { body: new Uint8Array(Buffer.from(base64, 'base64')) } : {}
}

function readHeaders(value: unknown): HeaderList {
  return listAt(value).flatMap(header => {
    const [name, text] = listAt(header)
    return typeof name === 'string' && typeof text === 'string' ? [[name.toLowerCase(), text] as const] : []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
