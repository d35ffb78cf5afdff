import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpHandler, http, type RequestHandlerOptions, type ResponseResolver } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp, type OpenApiHttpHandlers } from 'openapi-msw'
import type { Operation } from '../../packages/contract/operation'
import type { paths } from '../../packages/contract/schema.gen'
import { makeHandlers } from '../handlers.gen'
import { mockOperations } from '../operations'
import { basePath, operationTable } from '../operations.gen'
import { isoTime } from '../platform/clock'
import { createDb, type DbOptions } from '../platform/create-db'
import type { Db } from '../platform/db'
import { type PersonaName, personas } from '../platform/personas'
import { refreshCookie, startSession, type Tokens } from '../platform/sessions'
import { CookieJar } from '../run/cookies'
import { Journal } from '../run/journal'
import { findViolation, type MockViolation, type PlainResponse } from '../run/response'
import { createOperationRunner } from '../run-operation'
import { makeTerminalHandler, TerminalHub } from './terminals'

export interface TestServerOptions extends DbOptions {
  /** Signs this persona in. */
  as?: PersonaName
  /** Default: the page's origin, or `http://localhost` without a page. */
  baseUrl?: string
  /**
   * The content of `/config.json`, or a function that returns the response (another status, invalid JSON,
   * `Response.error()`). Default: the file of this repository.
   */
  config?: unknown
}

export interface TestServer {
  readonly db: Db
  readonly journal: Journal
  readonly jar: CookieJar
  /** The tokens of the persona in `as`; a page with `refresh_token` under `token` in local storage is signed in. */
  readonly tokens: Tokens | undefined
  /** Responses that broke the contract; `close` throws them. */
  readonly violations: readonly MockViolation[]
  /** Breaks every open terminal connection; the sessions stay. */
  dropTerminals(): void
  /** Intercepts `fetch` and `WebSocket` (where supported); requests outside of the contract are errors. */
  listen(): void
  /**
   * Overrides the response of one call, or of every call with `{ once: false }`: `override(http =>
   * http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'email not verified' })))`.
   */
  override(build: (http: Overrides) => HttpHandler): void
  /** Signs another persona in, as a second login in the same browser. */
  signIn(persona: PersonaName): Tokens
  /** Restores `fetch`. Throws if a response broke the contract. */
  close(): void
}

/** A platform for one test, with its own database, cookies and journal. */
export function createTestServer({
  as,
  baseUrl = pageOrigin(),
  config,
  ...options
}: TestServerOptions = {}): TestServer {
  const db = createDb(options)
  const journal = new Journal()
  const jar = new CookieJar()
  const violations: MockViolation[] = []
  const onViolation = (violation: MockViolation) => violations.push(violation)
  const run = createOperationRunner({
    db: () => db,
    operations: mockOperations,
    jar,
    journal,
    onViolation,
  })
  const overrides = makeOverrides({ baseUrl, journal, now: db.now, onViolation })
  const terminals = new TerminalHub({ db: () => db })
  const server = setupServer(
    ...makeHandlers(run, { baseUrl }),
    makeTerminalHandler(terminals, baseUrl),
    http.get(`${baseUrl}/config.json`, () => respondWithConfig(config)),
  )
  const signIn = (persona: PersonaName) => {
    const tokens = startSession(db, personas[persona].id)
    jar.store([refreshCookie(db, tokens)])
    return tokens
  }
  return {
    db,
    journal,
    jar,
    tokens: as && signIn(as),
    violations,
    dropTerminals: () => terminals.drop(),
    listen: () => server.listen({ onUnhandledRequest: 'error' }),
    override: build => server.use(build(overrides)),
    signIn,
    close: () => {
      terminals.drop()
      server.close()
      if (violations.length > 0) throw new AggregateError(violations, violations.map(String).join('\n'))
    },
  }
}

function pageOrigin(): string {
  return typeof location === 'undefined' ? 'http://localhost' : location.origin
}

const configFile = join(dirname(fileURLToPath(import.meta.url)), '../../public/config.json')

/** Not part of the contract, so it has no operation and no journal entry. */
function respondWithConfig(config: unknown): Response | Promise<Response> {
  if (typeof config === 'function') return config()
  const text = config === undefined ? readFileSync(configFile, 'utf8') : JSON.stringify(config)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}

/**
 * Handlers that override the simulated platform. They are typed by the contract; for responses outside of it use faults
 * (`db.faults`).
 */
export type Overrides = Pick<OpenApiHttpHandlers<paths>, 'get' | 'post' | 'put' | 'patch' | 'delete'>

interface OverridesHost {
  baseUrl: string
  journal: Journal
  /** Virtual milliseconds since the epoch. */
  now: () => number
  /** Called for violations that types can't express: a pattern, a length, a header. */
  onViolation: (violation: MockViolation) => void
}

type Method = keyof Overrides
type AnyResolver = ResponseResolver<{ request: Request; requestId: string }>
type Wrap = (path: string, resolver: AnyResolver, options?: RequestHandlerOptions) => HttpHandler

/** Each override handles one call, unless its options are `{ once: false }`. */
export function makeOverrides(host: OverridesHost): Overrides {
  const typed = createOpenApiHttp<paths>({ baseUrl: host.baseUrl + basePath })
  const wrap =
    (method: Method): Wrap =>
    (path, resolver, options) => {
      const operation = operationTable.find(row => row.method === method && row.path === path)
      if (!operation) throw new Error(`The contract has no ${method} ${path}.`)
      const validated: AnyResolver = async info => {
        const response = await resolver(info)
        return response instanceof Response ? send(host, operation, info.request, response) : response
      }
      // The caller sees openapi-msw's own types; TypeScript can't infer paths through a wrapper.
      return (typed[method] as unknown as Wrap)(path, validated, { once: true, ...options })
    }
  const wrapped: Record<Method, Wrap> = {
    get: wrap('get'),
    post: wrap('post'),
    put: wrap('put'),
    patch: wrap('patch'),
    delete: wrap('delete'),
  }
  return wrapped as unknown as Overrides
}

/** Sends the response as the platform would: validated, logged in the journal, with the platform's headers. */
async function send(
  host: OverridesHost,
  operation: Operation,
  request: Request,
  response: Response,
): Promise<Response> {
  const id = host.journal.nextId()
  const isBroken = response.type === 'error'
  const plain = isBroken ? undefined : await toPlainResponse(response)
  const violation = plain && findViolation(operation, plain)
  if (violation) {
    console.error(violation)
    host.onViolation(violation)
  }
  host.journal.add({
    id,
    at: isoTime(host.now()),
    operationId: operation.operationId,
    request: { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) },
    response: plain ? { status: plain.status, headers: plain.headers ?? {}, body: plain.body } : null,
  })
  if (isBroken) return response
  const headers = new Headers(response.headers)
  headers.set('date', new Date(host.now()).toUTCString())
  headers.set('x-request-id', `mock-${id}`)
  return new Response(response.body, { status: response.status, headers })
}

async function toPlainResponse(response: Response): Promise<PlainResponse> {
  const headers = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  const facts = { status: response.status, headers, cookies }
  if (!response.body) return facts
  if (!headers['content-type']?.startsWith('application/json')) return { ...facts, body: 'bytes' }
  return { ...facts, body: await response.clone().json() }
}
