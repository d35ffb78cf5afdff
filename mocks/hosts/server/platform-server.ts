import { fileURLToPath } from 'node:url'
import type { Db } from '../../platform/db'
import { DEFAULT_DB, getDbName } from '../../platform/db-name'
import type { Journal } from '../../run/journal'
import type { MockViolation } from '../../run/response'
import { serveFile } from '../files'
import type { TerminalHub } from '../terminals'
import { isFromOtherSite, isLoopback, isOwnName } from './callers'
import { runControl } from './control'
import { serveDocs } from './docs'
import { createPlatform, type Platform, type PlatformHost, type PlatformOptions } from './platform'

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
    if (!isOwnName(request.headers))
      return json({ detail: 'This server answers to its own names only.' }, 421)
    const file = pathname === '/openapi.json' ? json(await contractDocument()) : serveFile(pathname)
    if (file) return file
    if (pathname === '/docs' && isFromOtherSite(request.headers))
      return json({ detail: 'Open this page by its address: another site asked for it.' }, 403)
    if (pathname === '/docs') return serveDocs()
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
  const { loadContract } = await import('../../../packages/contract/load-contract')
  knownDocument ??= loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url))).document
  return knownDocument
}

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = 'content-disposition, date, retry-after, x-request-id, x-mock-violation'

/** Allows pages of this machine to call the server with cookies. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined || !isLoopback(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}

const preflightHeaders: Record<string, string> = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-mock-db',
  'access-control-max-age': '600',
}

/**
 * Other sites must not reset a developer's database. Requests without an origin come from tests, the command line or
 * links.
 */
function canUseControls(origin: string | null): boolean {
  return origin === null || isLoopback(origin)
}

const MAX_NAMED_DBS = 50

/** The isolated platforms of one server, created on first use. */
class DbRegistry {
  readonly #host: PlatformHost
  readonly #unnamed: Platform
  /** By name, least recently used first. */
  readonly #named = new Map<string, Platform>()

  constructor(host: PlatformHost) {
    this.#host = host
    this.#unnamed = createPlatform(host, DEFAULT_DB)
  }

  /** Creates the platform if needed; the least recently used one is dropped beyond the maximum. */
  get(name: string): Platform {
    if (name === DEFAULT_DB) return this.#unnamed
    const platform = this.#named.get(name) ?? createPlatform(this.#host, name)
    this.#named.delete(name)
    this.#named.set(name, platform)
    const [oldest] = this.#named
    if (oldest && this.#named.size > MAX_NAMED_DBS) {
      this.#named.delete(oldest[0])
      oldest[1].terminals.drop()
    }
    return platform
  }

  /** Least recently used first. */
  names(): string[] {
    return [...this.#named.keys()]
  }

  dropTerminals(): void {
    for (const { terminals } of [this.#unnamed, ...this.#named.values()]) terminals.drop()
  }
}
