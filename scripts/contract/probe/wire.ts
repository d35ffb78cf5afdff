import type { Exchange, HeaderList } from '../../lib/judge/exchange'
import type { LooseCall } from './contract-types'
import { ProbeUnreachable } from './probe-errors'

/** One question as it is to be sent. */
export type Wire = {
  readonly method: string
  /** As in the contract: `/groups/{id}`. */
  readonly path: string
  readonly call: LooseCall
  readonly headers: Readonly<Record<string, string>>
}

export type Fetch = (request: Request) => Promise<Response>

/** An exchange; `isCut` when the answer was longer than anybody reads, so that its body was left out. */
export type Seen = Exchange & { readonly isCut?: true }

/** Longer answers are not read to their end, in bytes: a page of packed blanks would fill the memory. */
export const mostBytes = 16 * 1024 * 1024

/**
 * Asks once and keeps both sides as they were. A broken connection, or an answer that takes longer than the patience
 * (in milliseconds), is an exchange without an answer. Throws what the signal says when the run is aborted.
 */
export async function exchange(
  baseUrl: string,
  wire: Wire,
  { fetch, patience, signal }: { fetch: Fetch; patience: number; signal?: AbortSignal | undefined },
): Promise<Seen> {
  const url = addressOf(baseUrl, wire)
  const { body, contentType } = await bodyOf(wire.call)
  const headers = new Headers(wire.headers)
  headers.set('accept', 'application/json, */*')
  if (contentType !== undefined) headers.set('content-type', contentType)
  signal?.throwIfAborted()
  // Held by a timer: Node 20 may forget a signal of `AbortSignal.timeout` that only another signal leans on.
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), Math.ceil(patience))
  const follow = () => stop.abort()
  signal?.addEventListener('abort', follow)
  const request = new Request(url, {
    method: wire.method,
    headers,
    redirect: 'manual',
    signal: stop.signal,
    ...(body && { body }),
  })
  const sent = { method: wire.method, url, headers: listOf(headers), ...(body && { body }) }
  const startedAt = performance.now()
  try {
    const response = await fetch(request)
    const bytes = await readBytes(response)
    return {
      request: sent,
      response: {
        status: response.status,
        headers: listOf(response.headers),
        ...(bytes && { body: bytes }),
      },
      milliseconds: performance.now() - startedAt,
      ...(!bytes && { isCut: true }),
    }
  } catch {
    signal?.throwIfAborted()
    return { request: sent, response: null, milliseconds: performance.now() - startedAt }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

/** The body after its codings; undefined when it is longer than may be read. */
async function readBytes({ body }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > mostBytes) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces, length))
}

function addressOf(baseUrl: string, { path, call }: Wire): string {
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

async function bodyOf({
  json,
  form,
}: LooseCall): Promise<{ body?: Uint8Array<ArrayBuffer>; contentType?: string }> {
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

function listOf(headers: Headers): HeaderList {
  const plain = [...headers].filter(([name]) => name !== 'set-cookie')
  return [...plain, ...headers.getSetCookie().map(value => ['set-cookie', value] as const)]
}
