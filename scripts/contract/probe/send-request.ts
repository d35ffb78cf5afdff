import type { Exchange, HeaderList } from '../../lib/validator/exchange'
import type { AnyCall } from './contract-types'
import { ProbeUnreachable } from './probe-errors'

export type OutgoingRequest = {
  readonly method: string
  readonly path: string
  readonly call: AnyCall
  readonly headers: Readonly<Record<string, string>>
}

export type Fetch = (request: Request) => Promise<Response>

/** `isTruncated` if the response was too long, so that its body is absent. */
export type ProbeExchange = Exchange & { readonly isTruncated?: true }

/** A small compressed response could otherwise fill the memory. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * Sends one request. A broken connection or a timeout gives an exchange without a response. Throws the abort
 * reason.
 */
export async function sendRequest(
  baseUrl: string,
  outgoing: OutgoingRequest,
  { fetch, timeoutMs, signal }: { fetch: Fetch; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<ProbeExchange> {
  const url = toUrl(baseUrl, outgoing)
  const { body, contentType } = await encodeBody(outgoing.call)
  const headers = new Headers(outgoing.headers)
  headers.set('accept', 'application/json, */*')
  if (contentType !== undefined) headers.set('content-type', contentType)
  signal?.throwIfAborted()
  // A timer instead of `AbortSignal.timeout`: Node 20 may garbage-collect a signal that only another signal
  // refers to.
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), Math.ceil(timeoutMs))
  const follow = () => stop.abort()
  signal?.addEventListener('abort', follow)
  const request = new Request(url, {
    method: outgoing.method,
    headers,
    redirect: 'manual',
    signal: stop.signal,
    ...(body && { body }),
  })
  const sent = { method: outgoing.method, url, headers: toHeaderList(headers), ...(body && { body }) }
  const startedAt = performance.now()
  try {
    const response = await fetch(request)
    const bytes = await readBytes(response)
    return {
      request: sent,
      response: {
        status: response.status,
        headers: toHeaderList(response.headers),
        ...(bytes && { body: bytes }),
      },
      milliseconds: performance.now() - startedAt,
      ...(!bytes && { isTruncated: true }),
    }
  } catch {
    signal?.throwIfAborted()
    return { request: sent, response: null, milliseconds: performance.now() - startedAt }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

/** Undefined if the body is longer than the limit. */
async function readBytes({ body }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > MAX_RESPONSE_BYTES) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces, length))
}

function toUrl(baseUrl: string, { path, call }: OutgoingRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(call.path?.[name] ?? '')),
  )
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const address = `${baseUrl.replace(/\/+$/, '')}${filled}${search}`
  if (!URL.canParse(address)) throw new ProbeUnreachable(`${baseUrl} is no address of a server.`)
  return address
}

async function encodeBody({
  json,
  form,
}: AnyCall): Promise<{ body?: Uint8Array<ArrayBuffer>; contentType?: string }> {
  if (json !== undefined)
    return { body: new TextEncoder().encode(JSON.stringify(json)), contentType: 'application/json' }
  if (!form) return {}
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) if (value !== undefined) data.append(name, value)
  const encoded = new Response(data)
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
  }
}

function toHeaderList(headers: Headers): HeaderList {
  const plain = [...headers].filter(([name]) => name !== 'set-cookie')
  return [...plain, ...headers.getSetCookie().map(value => ['set-cookie', value] as const)]
}
