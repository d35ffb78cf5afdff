import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpHandler, http } from 'msw'
import { setupServer } from 'msw/node'
import { makeHandlers } from './handlers.gen'
import { mockOperations } from './operations'
import { createDb, type Db, type DbOptions } from './platform/db'
import { type PersonaName, personas } from './platform/personas'
import { refreshCookie, startSession, type Tokens } from './platform/sessions'
import type { MockViolation } from './run/check-answer'
import { CookieJar } from './run/cookies'
import { Journal } from './run/journal'
import { createRunner } from './run-operation'
import { TerminalHub } from './terminal/hub'
import { makeTerminalHandler } from './terminal/msw-terminals'
import { makeOverrides, type Overrides } from './typed-overrides'

export interface TestServerOptions extends DbOptions {
  /** Signs this persona in before the first call. */
  as?: PersonaName
  /** Origin of the calls; default the page's, or `http://localhost` without one. */
  baseUrl?: string
  /**
   * What `/config.json` holds, or a function that answers for it (another status, no JSON, `Response.error()`);
   * default the file of this repository.
   */
  config?: unknown
}

export interface TestServer {
  readonly db: Db
  readonly journal: Journal
  readonly jar: CookieJar
  /** Of the persona in `as`: a page that has `refresh_token` in local storage under `token` is signed in. */
  readonly tokens: Tokens | undefined
  /** Answers that broke the contract; `close` throws them too. */
  readonly violations: readonly MockViolation[]
  /** Breaks every open terminal's connection; the sessions live on. */
  dropTerminals(): void
  /** Starts to answer `fetch` and, where there is one, `WebSocket`; a call to anything but the contract's paths is an error. */
  listen(): void
  /**
   * Puts an answer of the contract in front of the platform's own, for one call unless told `{ once: false }`:
   * `override(http => http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'email not verified' })))`.
   */
  override(build: (http: Overrides) => HttpHandler): void
  /** Signs another persona in, as a second login in the same browser would. */
  signIn(persona: PersonaName): Tokens
  /** Gives `fetch` back. Throws when an answer broke the contract. */
  close(): void
}

/** A fresh platform for one test: its own database, cookies and journal; nothing is shared with the next test. */
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
  const run = createRunner({
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
    http.get(`${baseUrl}/config.json`, () => answerConfig(config)),
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

/** The deployment's own file is not of the contract: no operation, no journal. */
function answerConfig(config: unknown): Response | Promise<Response> {
  if (typeof config === 'function') return config()
  const text = config === undefined ? readFileSync(configFile, 'utf8') : JSON.stringify(config)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}
