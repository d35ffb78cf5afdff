import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Db } from '../../platform/db'
import type { Journal } from '../../run/journal'
import type { MockViolation } from '../../run/response'
import type { PlatformOptions } from './platform'
import { corsHeaders, createPlatformServer, type RequestHandler } from './platform-server'
import { serveTerminals } from './terminals'

export interface MockServerOptions extends PlatformOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Keeps `Secure` on cookies although the server uses plain http. */
  keepSecure?: boolean
  /** Changes what the platform answers, for example as a drifted server would. */
  wrap?: (handle: RequestHandler) => RequestHandler
}

export interface MockServer {
  /** The origin, such as `http://127.0.0.1:4010`; the API is below `/api`. */
  readonly url: string
  /** The default database; a reset replaces it. */
  readonly db: Db
  readonly journal: Journal
  /** Contract violations of all databases. */
  readonly violations: readonly MockViolation[]
  /** Breaks every open terminal connection; the sessions stay. */
  dropTerminals(): void
  /** Stops at once and aborts open requests. */
  close(): Promise<void>
}

/**
 * Starts the simulated platform as an HTTP server. Rejects with a one-sentence message if the address is taken or the
 * start is unknown.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  // Longer than a proxy in front keeps its connections, else it may send a request on one that just closes.
  const server = createServer({ keepAliveTimeout: 75_000 })
  const url = await listen(server, options)
  try {
    return serveAt(server, url, options)
  } catch (error) {
    server.close()
    throw error
  }
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: MockServerOptions): Promise<string> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE') throw new Error(`The server cannot listen on ${host}:${port}: ${message}.`)
    throw new Error(
      `The port ${port} of ${host} is taken: choose another with --port, or 0 for any free one.`,
    )
  }
  return toOrigin(server.address() as AddressInfo)
}

function serveAt(server: Server, url: string, options: MockServerOptions): MockServer {
  const platform = createPlatformServer(url, options)
  const handle = options.wrap?.(platform.handle) ?? platform.handle
  server.on('request', (message, response) => {
    void serve(message, response, { url, handle, dropSecure: !options.keepSecure })
  })
  const closeSockets = serveTerminals(server, platform.getTerminals)
  return {
    url,
    get db() {
      return platform.db
    },
    journal: platform.journal,
    violations: platform.violations,
    dropTerminals: platform.dropTerminals,
    close: async () => {
      if (!server.listening) return
      platform.dropTerminals()
      closeSockets()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface ServeOptions {
  url: string
  handle: RequestHandler
  dropSecure: boolean
}

async function serve(
  message: IncomingMessage,
  target: ServerResponse,
  { url, handle, dropSecure }: ServeOptions,
) {
  try {
    await send(await handle(toRequest(message, url)), target, { extra: {}, dropSecure })
  } catch (error) {
    // The client may have disconnected.
    if (target.headersSent || target.destroyed) target.destroy()
    else {
      const extra = corsHeaders(message.headers.origin)
      const detail = error instanceof Error ? error.message : String(error)
      await send(Response.json({ detail }, { status: 400 }), target, { extra, dropSecure })
    }
  }
}

function toOrigin({ address, port }: AddressInfo): string {
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}

/** Converts a node:http message to a `Request` with a streamed body. Throws a TypeError for an invalid URL. */
function toRequest(message: IncomingMessage, origin: string): Request {
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

interface SendOptions {
  extra: Record<string, string>
  /** Browsers ignore Secure cookies over plain http. */
  dropSecure: boolean
}

/** Sends a `Response` with a streamed body. A network error breaks the connection. */
async function send(response: Response, target: ServerResponse, options: SendOptions): Promise<void> {
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
