import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '../platform/db'
import type { MockViolation } from '../run/check-response'
import type { Journal } from '../run/journal'
import { corsHeaders } from './cors'
import { send, toRequest } from './node-http'
import type { PlatformOptions } from './platform'
import { createPlatformServer, type RequestHandler } from './platform-server'
import { serveTerminals } from './terminals'

export interface MockServerOptions extends PlatformOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Keeps `Secure` on cookies although the server uses plain http. */
  keepSecure?: boolean
  /** A drift to simulate: a class such as `DR27`, or the id of one mutant (see `mocks/mutate`). */
  mutate?: string
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
 * start or drift is unknown.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const server = createServer()
  const url = await listen(server, options)
  try {
    return await serveAt(server, url, options)
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

async function serveAt(server: Server, url: string, options: MockServerOptions): Promise<MockServer> {
  const platform = createPlatformServer(url, options)
  const handle = options.mutate === undefined ? platform.handle : await withDrift(platform.handle, options)
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

/** Rejects for an unknown drift. */
async function withDrift(
  handle: RequestHandler,
  { mutate = '', seed = 1 }: MockServerOptions,
): Promise<RequestHandler> {
  const { driftedByName } = await import('../mutate/drifted-by-name')
  return driftedByName(handle, mutate, seed)
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
