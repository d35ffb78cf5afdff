import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'

/** Converts a node:http message to a `Request` with a streamed body. Throws a TypeError for an invalid URL. */
export function toRequest(message: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  }
  const method = message.method ?? 'GET'
  // Concatenated, not resolved: a path such as `//other.example/` must stay on this server.
  const url = new URL(`${origin}${message.url ?? '/'}`)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array>
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

export interface SendOptions {
  extra: Record<string, string>
  /** Browsers ignore Secure cookies over plain http. */
  dropSecure: boolean
}

/** Sends a `Response` with a streamed body. A network error breaks the connection. */
export async function send(response: Response, target: ServerResponse, options: SendOptions): Promise<void> {
  if (response.type === 'error') {
    target.socket?.destroy()
    return
  }
  target.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') target.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) {
    target.setHeader('set-cookie', options.dropSecure ? cookies.map(withoutSecure) : cookies)
  }
  for (const [name, value] of Object.entries(options.extra)) target.setHeader(name, value)
  if (response.body === null) target.end()
  else await pipeline(Readable.fromWeb(response.body as NodeStream), target)
}

function withoutSecure(cookie: string): string {
  return cookie.replace(/;\s*secure(?=;|$)/i, '')
}
