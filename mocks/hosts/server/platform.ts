import { getResponse, type HttpHandler } from 'msw'
import { handleOrderRequest } from '../../bank/orders'
import { applyControl } from '../../control/controls'
import { openSnapshot } from '../../control/snapshot-file'
import { createDbForStart } from '../../control/starts'
import { makeHandlers } from '../../handlers.gen'
import { mockOperations } from '../../operations'
import { createDb, type DbOptions } from '../../platform/create-db'
import type { Db } from '../../platform/db'
import { DEFAULT_DB } from '../../platform/db-name'
import { Journal } from '../../run/journal'
import type { MockViolation } from '../../run/response'
import { createOperationRunner } from '../../run-operation'
import { serveBankFile } from '../files'
import { TerminalHub } from '../terminals'
import type { ControlledPlatform } from './control'
import { readRecordings } from './recordings'

export interface PlatformOptions extends DbOptions {
  /** Name of a start, instead of a bare scenario. */
  start?: string
  latencyMilliseconds?: number
}

/** A database with its journal and terminals. */
export interface Platform extends ControlledPlatform {
  /** Undefined for paths outside of the contract. */
  handle(request: Request): Promise<Response | undefined>
  /** Handles requests of the bank's page. */
  handleBank(request: Request): Promise<Response | undefined>
}

export interface PlatformHost {
  /** Origin such as `http://127.0.0.1:4010`. */
  url: string
  options: PlatformOptions
  onViolation: (violation: MockViolation) => void
}

/** Throws an Error for an unknown start. */
export function createPlatform({ url, options, onViolation }: PlatformHost, name: string): Platform {
  const dbName = name === DEFAULT_DB ? null : name
  const make = ({ start, ...given }: PlatformOptions): Db => {
    const dbOptions = { ...given, settings: { ...given.settings, dbName } }
    return start === undefined ? createDb(dbOptions) : createDbForStart(start, dbOptions, readRecordings())
  }
  let db = make(options)
  const journal = new Journal()
  const terminals = new TerminalHub({ db: () => db })
  const run = createOperationRunner({
    db: () => db,
    operations: mockOperations,
    journal,
    getOrigin: request => getPublicOrigin(request.headers, url),
    latency: () => options.latencyMilliseconds ?? 0,
    onViolation,
  })
  const handlers = byMethod(makeHandlers(run, { baseUrl: url }))
  return {
    db: () => db,
    journal,
    terminals,
    resetDb: ({ settings, ...changes }) => {
      const next = make({ ...options, ...changes })
      if (settings) applyControl(next, { settings })
      db = next
    },
    loadSnapshot: file => {
      db = openSnapshot(file, options)
      db.tables.settings.patch('settings', { dbName })
    },
    // msw clones the request for every handler that it tries, so it only gets those that can match.
    handle: request => getResponse(handlers.get(request.method) ?? [], request, { baseUrl: url }),
    handleBank: async request => {
      const file = request.method === 'GET' ? await serveBankFile(new URL(request.url).pathname) : undefined
      return file ?? handleOrderRequest(request, db)
    },
  }
}

function byMethod(handlers: readonly HttpHandler[]): ReadonlyMap<string, HttpHandler[]> {
  const groups = new Map<string, HttpHandler[]>()
  for (const handler of handlers) {
    const method = String(handler.info.method)
    groups.set(method, [...(groups.get(method) ?? []), handler])
  }
  return groups
}

/**
 * The public origin of the server: from the headers of a proxy, else the Host header; `own` if neither is valid. With
 * several proxies, the first is the one that the browser talks to.
 */
export function getPublicOrigin(headers: Headers, own: string): string {
  const first = (name: string) => headers.get(name)?.split(',')[0]?.trim()
  const scheme = first('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const text = `${scheme}://${first('x-forwarded-host') ?? headers.get('host') ?? ''}`
  if (!URL.canParse(text)) return own
  const { href, origin } = new URL(text)
  return href === `${origin}/` ? origin : own
}
