import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '../platform/db'
import type { MockViolation } from '../run/check-answer'
import type { Journal } from '../run/journal'
import { corsHeaders } from './cors'
import { send, toRequest } from './node-http'
import type { PlatformOptions } from './platform'
import { type Answer, createPlatformServer } from './platform-server'
import { serveTerminals } from './terminals'

export interface MockServerOptions extends PlatformOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Keeps `Secure` on cookies although the server speaks plain http. */
  keepSecure?: boolean
  /** A drift of `mocks/mutate` that the server has: a class such as `DR27`, or the id of one mutant. */
  mutate?: string
}

export interface MockServer {
  /** The origin, such as `http://127.0.0.1:4010`; the calls stand below `/api`. */
  readonly url: string
  /** The database of calls that name none: a reset begins another. */
  readonly db: Db
  readonly journal: Journal
  /** Answers of all databases that broke the contract. */
  readonly violations: readonly MockViolation[]
  /** Breaks every open terminal's connection; the sessions live on. */
  dropTerminals(): void
  /** Stops at once; calls that are still open are broken off. */
  close(): Promise<void>
}

/**
 * Starts the simulated platform as an HTTP server. Rejects with one sentence when the address cannot be used, or
 * there is no such start or drift.
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
    if (code !== 'EADDRINUSE') throw new Error(`The server cannot stand at ${host}:${port}: ${message}.`)
    throw new Error(
      `The port ${port} of ${host} is taken: choose another with --port, or 0 for any free one.`,
    )
  }
  return addressOf(server.address() as AddressInfo)
}

async function serveAt(server: Server, url: string, options: MockServerOptions): Promise<MockServer> {
  const platform = createPlatformServer(url, options)
  const answer = options.mutate === undefined ? platform.answer : await drifted(platform.answer, options)
  server.on('request', (message, response) => {
    void serve(message, response, { url, answer, dropSecure: !options.keepSecure })
  })
  const closeSockets = serveTerminals(server, platform.terminalsOf)
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

/** The same server with a drift; rejects when there is none of that name. */
async function drifted(answer: Answer, { mutate = '', seed = 1 }: MockServerOptions): Promise<Answer> {
  const { driftedByName } = await import('../mutate/drifted-by-name')
  return driftedByName(answer, mutate, seed)
}

interface ServeOptions {
  url: string
  answer: Answer
  dropSecure: boolean
}

async function serve(
  message: IncomingMessage,
  target: ServerResponse,
  { url, answer, dropSecure }: ServeOptions,
) {
  try {
    await send(await answer(toRequest(message, url)), target, { extra: {}, dropSecure })
  } catch (error) {
    // The person on the other side may have gone; there is nobody to tell then.
    if (target.headersSent || target.destroyed) target.destroy()
    else {
      const extra = corsHeaders(message.headers.origin)
      const detail = error instanceof Error ? error.message : String(error)
      await send(Response.json({ detail }, { status: 400 }), target, { extra, dropSecure })
    }
  }
}

function addressOf({ address, port }: AddressInfo): string {
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
