import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getResponse, type HttpHandler } from 'msw'
import { answerOrders } from '../bank/answer-orders'
import { answerBankFile } from '../bank/bank-files'
import { answerFile } from '../files'
import { makeHandlers } from '../handlers.gen'
import { mockOperations } from '../operations'
import type { MockViolation } from '../run/check-answer'
import { Journal } from '../run/journal'
import { createRunner } from '../run-operation'
import { TerminalHub } from '../terminal/hub'
import { createWorld, type World, type WorldOptions } from '../world/world'
import { type Controlled, runControl } from './control'
import { corsHeaders, preflightHeaders } from './cors'
import { send, toRequest } from './node-http'
import { originOf } from './origin'
import { serveTerminals } from './terminals'

export interface MockServerOptions extends WorldOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  latencyMilliseconds?: number
  /** Keeps `Secure` on cookies although the server speaks plain http. */
  keepSecure?: boolean
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
  let world = createWorld(options)
  const journal = new Journal()
  const violations: MockViolation[] = []
  const terminals = new TerminalHub({ world: () => world })
  const controlled: Controlled = {
    world: () => world,
    journal,
    terminals,
    begin: ({ settings, ...changes }) => {
      world = createWorld({ ...options, ...changes, settings: { ...options.settings, ...settings } })
    },
  }
  const server = createServer()
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  const url = addressOf(server.address() as AddressInfo)
  const run = createRunner({
    world: () => world,
    operations: mockOperations,
    journal,
    originOf: request => originOf(request.headers, url),
    latency: () => options.latencyMilliseconds ?? 0,
    onViolation: violation => violations.push(violation),
  })
  const answer = answererOf(controlled, makeHandlers(run, { baseUrl: url }), url)
  server.on('request', (message, response) => {
    void serve(message, response, { url, answer, dropSecure: !options.keepSecure })
  })
  serveTerminals(server, terminals)
  return {
    url,
    get world() {
      return world
    },
    journal,
    violations,
    dropTerminals: () => terminals.drop(),
    close: async () => {
      terminals.drop()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Answer = (request: Request) => Promise<Response>

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
  const extra = corsHeaders(message.headers.origin)
  try {
    const isPreflight = message.method === 'OPTIONS'
    const response = isPreflight
      ? new Response(null, { status: 204, headers: preflightHeaders })
      : await answer(toRequest(message, url))
    await send(response, target, { extra, dropSecure })
  } catch (error) {
    // The person on the other side may have gone; there is nobody to tell then.
    if (target.headersSent || target.destroyed) target.destroy()
    else await send(json({ detail: String(error) }, 400), target, { extra, dropSecure })
  }
}

function answererOf(controlled: Controlled, handlers: HttpHandler[], url: string): Answer {
  // msw copies the request for every handler that it tries, so it is only given those that can match.
  const byMethod = new Map<string, HttpHandler[]>()
  for (const handler of handlers) {
    const method = String(handler.info.method)
    byMethod.set(method, [...(byMethod.get(method) ?? []), handler])
  }
  return async request => {
    const { pathname } = new URL(request.url)
    if (pathname === '/openapi.json') return json(await contractDocument())
    if (pathname.startsWith('/__mock/')) {
      const result = await runControl(controlled, request)
      // What the clock or a reset has ended is over when the control call is.
      controlled.terminals.check()
      return result === undefined ? json({ detail: 'Not Found' }, 404) : json(result)
    }
    if (pathname.startsWith('/mock-bank/')) return answerBankCall(request, controlled.world())
    const file = answerFile(pathname)
    if (file) return file
    const found = await getResponse(byMethod.get(request.method) ?? [], request, { baseUrl: url })
    return found ?? json({ detail: 'Not Found' }, 404)
  }
}

/** The bank's page and its own calls, for every site of this computer that frames it. */
async function answerBankCall(request: Request, world: World): Promise<Response> {
  const file = request.method === 'GET' ? await answerBankFile(new URL(request.url).pathname) : undefined
  return file ?? (await answerOrders(request, world)) ?? json({ detail: 'Not Found' }, 404)
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

let knownDocument: unknown

/** The bundled contract, read when it is first asked for. */
async function contractDocument(): Promise<unknown> {
  const { loadContract } = await import('../../scripts/lib/load-contract')
  knownDocument ??= loadContract(fileURLToPath(new URL('../../openapi', import.meta.url))).document
  return knownDocument
}

function addressOf({ address, port }: AddressInfo): string {
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
