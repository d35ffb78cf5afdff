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

/** Longest time that one answer may take, in milliseconds. */
const mostPatience = 20_000

/**
 * Asks once and keeps both sides as they were. A broken connection is an exchange without an answer.
 * Throws what the signal says when the run is aborted.
 */
export async function exchange(
  baseUrl: string,
  wire: Wire,
  { fetch, signal }: { fetch: Fetch; signal?: AbortSignal | undefined },
): Promise<Exchange> {
  const url = addressOf(baseUrl, wire)
  const { body, contentType } = await bodyOf(wire.call)
  const headers = new Headers(wire.headers)
  headers.set('accept', 'application/json, */*')
  if (contentType !== undefined) headers.set('content-type', contentType)
  const patience = AbortSignal.timeout(mostPatience)
  const request = new Request(url, {
    method: wire.method,
    headers,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
    ...(body && { body }),
  })
  const sent = { method: wire.method, url, headers: listOf(headers), ...(body && { body }) }
  const startedAt = performance.now()
  try {
    const response = await fetch(request)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      request: sent,
      response: { status: response.status, headers: listOf(response.headers), body: bytes },
      milliseconds: performance.now() - startedAt,
    }
  } catch {
    signal?.throwIfAborted()
    return { request: sent, response: null, milliseconds: performance.now() - startedAt }
  }
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
