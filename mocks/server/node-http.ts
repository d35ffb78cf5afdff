import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'

/** The Request that a node:http message stands for; its body is streamed. Throws a TypeError for a bad address. */
export function toRequest(message: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  }
  const method = message.method ?? 'GET'
  // Concatenated, not resolved: an address such as `//other.example/` must stay a path of this server.
  const url = new URL(`${origin}${message.url ?? '/'}`)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array>
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

export interface SendOptions {
  /** Headers added to every answer. */
  extra: Record<string, string>
  /** Browsers keep no Secure cookie that comes over plain http. */
  dropSecure: boolean
}

/** Sends a Response, its body streamed, each cookie as a header of its own. A network error breaks the connection. */
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
