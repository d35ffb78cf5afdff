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
import { originOf } from './origin'

export type Answer = (request: Request) => Promise<Response>

export interface PlatformServerOptions extends WorldOptions {
  latencyMilliseconds?: number
}

/** Everything of the stand-alone server but its socket. */
export interface PlatformServer {
  /** Preflights and cross-origin headers included. */
  readonly answer: Answer
  readonly world: World
  readonly journal: Journal
  readonly terminals: TerminalHub
  /** Answers that broke the contract. */
  readonly violations: readonly MockViolation[]
}

/** Makes the server that stands at an origin such as `http://127.0.0.1:4010`. */
export function createPlatformServer(url: string, options: PlatformServerOptions = {}): PlatformServer {
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
  const run = createRunner({
    world: () => world,
    operations: mockOperations,
    journal,
    originOf: request => originOf(request.headers, url),
    latency: () => options.latencyMilliseconds ?? 0,
    onViolation: violation => violations.push(violation),
  })
  return {
    answer: acrossOrigins(answererOf(controlled, makeHandlers(run, { baseUrl: url }), url)),
    get world() {
      return world
    },
    journal,
    terminals,
    violations,
  }
}

function acrossOrigins(answer: Answer): Answer {
  return async request => {
    const response =
      request.method === 'OPTIONS'
        ? new Response(null, { status: 204, headers: preflightHeaders })
        : await answer(request)
    if (response.type === 'error') return response
    const extra = corsHeaders(request.headers.get('origin') ?? undefined)
    for (const [name, value] of Object.entries(extra)) response.headers.set(name, value)
    return response
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
