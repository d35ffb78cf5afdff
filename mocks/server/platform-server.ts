import { fileURLToPath } from 'node:url'
import { serveFile } from '../files'
import type { Db } from '../platform/db'
import { DEFAULT_DB, getDbName } from '../platform/db-name'
import type { MockViolation } from '../run/check-response'
import type { Journal } from '../run/journal'
import type { TerminalHub } from '../terminal/hub'
import { runControl } from './control'
import { canUseControls, corsHeaders, preflightHeaders } from './cors'
import { DbRegistry } from './db-registry'
import type { Platform, PlatformOptions } from './platform'

export type RequestHandler = (request: Request) => Promise<Response>

/** The stand-alone server without its socket. */
export interface PlatformServer {
  /** Includes CORS. Rejects with a one-sentence message for an invalid request. */
  readonly handle: RequestHandler
  /** The default database; a reset replaces it. */
  readonly db: Db
  readonly journal: Journal
  /** The terminals of the named database. Throws an Error for an invalid name. */
  getTerminals(headers: Headers, searchParams: URLSearchParams): TerminalHub
  dropTerminals(): void
  /** Contract violations of all databases. */
  readonly violations: readonly MockViolation[]
}

/** `url` is its origin, such as `http://127.0.0.1:4010`. */
export function createPlatformServer(url: string, options: PlatformOptions = {}): PlatformServer {
  const violations: MockViolation[] = []
  const dbs = new DbRegistry({ url, options, onViolation: violation => violations.push(violation) })
  const own = dbs.get(DEFAULT_DB)
  return {
    handle: withCors(createRequestHandler(dbs)),
    get db() {
      return own.db()
    },
    journal: own.journal,
    getTerminals: (headers, searchParams) => dbs.get(getDbName(headers, searchParams)).terminals,
    dropTerminals: () => dbs.dropTerminals(),
    violations,
  }
}

function withCors(handle: RequestHandler): RequestHandler {
  return async request => {
    const response =
      request.method === 'OPTIONS'
        ? new Response(null, { status: 204, headers: preflightHeaders })
        : await handle(request)
    if (response.type === 'error') return response
    const extra = corsHeaders(request.headers.get('origin') ?? undefined)
    for (const [name, value] of Object.entries(extra)) response.headers.set(name, value)
    return response
  }
}

function createRequestHandler(dbs: DbRegistry): RequestHandler {
  return async request => {
    const { pathname, searchParams } = new URL(request.url)
    const file = pathname === '/openapi.json' ? json(await contractDocument()) : serveFile(pathname)
    if (file) return file
    if (pathname.startsWith('/__mock/') && !canUseControls(request.headers.get('origin'))) {
      return json({ detail: 'Pages of other machines may not use the controls.' }, 403)
    }
    if (pathname === '/__mock/databases') return json(dbs.names())
    const platform = dbs.get(getDbName(request.headers, searchParams))
    const response = await handleForPlatform(platform, pathname, request)
    return response ?? json({ detail: 'Not Found' }, 404)
  }
}

async function handleForPlatform(platform: Platform, pathname: string, request: Request) {
  if (pathname.startsWith('/mock-bank/')) return platform.handleBank(request)
  if (!pathname.startsWith('/__mock/')) return platform.handle(request)
  const result = await runControl(platform, request)
  // Close terminals whose lab, network or database the control call has ended.
  platform.terminals.check()
  return result === undefined ? undefined : json(result)
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

let knownDocument: unknown

/** The bundled contract; loaded on first use. */
async function contractDocument(): Promise<unknown> {
  const { loadContract } = await import('../../scripts/lib/load-contract')
  knownDocument ??= loadContract(fileURLToPath(new URL('../../openapi', import.meta.url))).document
  return knownDocument
}
