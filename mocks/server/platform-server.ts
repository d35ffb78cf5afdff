import { fileURLToPath } from 'node:url'
import { answerFile } from '../files'
import type { Db } from '../platform/db'
import type { MockViolation } from '../run/check-answer'
import type { Journal } from '../run/journal'
import type { TerminalHub } from '../terminal/hub'
import { runControl } from './control'
import { corsHeaders, mayControl, preflightHeaders } from './cors'
import { DbRegistry } from './db-registry'
import type { Platform, PlatformOptions } from './platform'
import { dbNameOf, unnamed } from './requested-db'

export type Answer = (request: Request) => Promise<Response>

/** Everything of the stand-alone server but its socket. */
export interface PlatformServer {
  /** Preflights and cross-origin headers included. Rejects with one sentence for a call that cannot be understood. */
  readonly answer: Answer
  /** The database of calls that name none; a reset begins another. */
  readonly db: Db
  readonly journal: Journal
  /** Of the database that a connection means. Throws an Error with one sentence for an impossible name. */
  terminalsOf(headers: Headers, searchParams: URLSearchParams): TerminalHub
  /** Breaks the connection of every terminal. */
  dropTerminals(): void
  /** Answers of all databases that broke the contract. */
  readonly violations: readonly MockViolation[]
}

/** Makes the server that stands at an origin such as `http://127.0.0.1:4010`. */
export function createPlatformServer(url: string, options: PlatformOptions = {}): PlatformServer {
  const violations: MockViolation[] = []
  const dbs = new DbRegistry({ url, options, onViolation: violation => violations.push(violation) })
  const own = dbs.of(unnamed)
  return {
    answer: acrossOrigins(answererOf(dbs)),
    get db() {
      return own.db()
    },
    journal: own.journal,
    terminalsOf: (headers, searchParams) => dbs.of(dbNameOf(headers, searchParams)).terminals,
    dropTerminals: () => dbs.drop(),
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

function answererOf(dbs: DbRegistry): Answer {
  return async request => {
    const { pathname, searchParams } = new URL(request.url)
    const file = pathname === '/openapi.json' ? json(await contractDocument()) : answerFile(pathname)
    if (file) return file
    if (pathname.startsWith('/__mock/') && !mayControl(request.headers.get('origin'))) {
      return json({ detail: 'Pages of other machines may not use the controls.' }, 403)
    }
    if (pathname === '/__mock/databases') return json(dbs.names())
    const platform = dbs.of(dbNameOf(request.headers, searchParams))
    const answer = await answerAs(platform, pathname, request)
    return answer ?? json({ detail: 'Not Found' }, 404)
  }
}

async function answerAs(platform: Platform, pathname: string, request: Request) {
  if (pathname.startsWith('/mock-bank/')) return platform.answerBank(request)
  if (!pathname.startsWith('/__mock/')) return platform.answer(request)
  const result = await runControl(platform, request)
  // What the clock, the network or a reset has ended is over when the control call is.
  platform.terminals.check()
  return result === undefined ? undefined : json(result)
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
