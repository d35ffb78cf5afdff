import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MockViolation } from '../run/check-answer'
import type { Journal } from '../run/journal'
import type { World } from '../world/world'
import { corsHeaders } from './cors'
import { send, toRequest } from './node-http'
import { type Answer, createPlatformServer, type PlatformServerOptions } from './platform-server'
import { serveTerminals } from './terminals'

export interface MockServerOptions extends PlatformServerOptions {
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
  /** The present world: a reset begins another. */
  readonly world: World
  readonly journal: Journal
  /** Answers that broke the contract. */
  readonly violations: readonly MockViolation[]
  /** Breaks every open terminal's connection; the sessions live on. */
  dropTerminals(): void
  /** Stops at once; calls that are still open are broken off. */
  close(): Promise<void>
}

/** Starts the simulated platform as an HTTP server. Rejects when the port is taken. */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const server = createServer()
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  const url = addressOf(server.address() as AddressInfo)
  const platform = createPlatformServer(url, options)
  const answer = options.mutate === undefined ? platform.answer : await drifted(platform.answer, options)
  server.on('request', (message, response) => {
    void serve(message, response, { url, answer, dropSecure: !options.keepSecure })
  })
  serveTerminals(server, platform.terminals)
  return {
    url,
    get world() {
      return platform.world
    },
    journal: platform.journal,
    violations: platform.violations,
    dropTerminals: () => platform.terminals.drop(),
    close: async () => {
      platform.terminals.drop()
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
      await send(Response.json({ detail: String(error) }, { status: 400 }), target, { extra, dropSecure })
    }
  }
}

function addressOf({ address, port }: AddressInfo): string {
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
