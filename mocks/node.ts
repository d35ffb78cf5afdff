import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { makeHandlers } from './handlers.gen'
import { mockOperations } from './operations'
import { createDb, type DbOptions } from './platform/create-db'
import type { Db } from './platform/db'
import { type PersonaName, personas } from './platform/personas'
import { refreshCookie, startSession, type Tokens } from './platform/sessions'
import type { MockViolation } from './run/check-response'
import { CookieJar } from './run/cookies'
import { Journal } from './run/journal'
import { createHandler } from './run-operation'
import { TerminalHub } from './terminal/hub'
import { makeTerminalHandler } from './terminal/msw-terminals'
import { makeOverrides, type Overrides } from './typed-overrides'

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
  const run = createHandler({
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

const configFile = join(dirname(fileURLToPath(import.meta.url)), '../public/config.json')

/** Not part of the contract, so it has no operation and no journal entry. */
function respondWithConfig(config: unknown): Response | Promise<Response> {
  if (typeof config === 'function') return config()
  const text = config === undefined ? readFileSync(configFile, 'utf8') : JSON.stringify(config)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}
