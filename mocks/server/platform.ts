import { getResponse, type HttpHandler } from 'msw'
import { answerOrders } from '../bank/answer-orders'
import { answerBankFile } from '../bank/bank-files'
import { applyControl } from '../control/apply-control'
import { openSnapshot } from '../control/snapshot-file'
import { beginStart } from '../control/starts'
import { makeHandlers } from '../handlers.gen'
import { mockOperations } from '../operations'
import { createDb, type Db, type DbOptions } from '../platform/db'
import type { MockViolation } from '../run/check-answer'
import { Journal } from '../run/journal'
import { createRunner } from '../run-operation'
import { TerminalHub } from '../terminal/hub'
import type { Controlled } from './control'
import { originOf } from './origin'
import { readRecordings } from './recordings'
import { unnamed } from './requested-db'

export interface PlatformOptions extends DbOptions {
  /** A start, by its name, in place of a bare scenario. */
  start?: string
  latencyMilliseconds?: number
}

/** One simulated platform of a server: a database with its journal and its terminals. */
export interface Platform extends Controlled {
  /** Answers a call of the contract, or undefined when it has none of that path. */
  answer(request: Request): Promise<Response | undefined>
  /** Answers a call of the bank's page. */
  answerBank(request: Request): Promise<Response | undefined>
}

/** Everything that a platform takes of its server. */
export interface PlatformHost {
  /** Origin such as `http://127.0.0.1:4010`. */
  url: string
  options: PlatformOptions
  onViolation: (violation: MockViolation) => void
}

/** Makes a platform. Throws an Error with one sentence for a start that there is not. */
export function createPlatform({ url, options, onViolation }: PlatformHost, name: string): Platform {
  const dbName = name === unnamed ? null : name
  const make = ({ start, ...given }: PlatformOptions): Db => {
    const dbOptions = { ...given, settings: { ...given.settings, dbName } }
    return start === undefined ? createDb(dbOptions) : beginStart(start, dbOptions, readRecordings())
  }
  let db = make(options)
  const journal = new Journal()
  const terminals = new TerminalHub({ db: () => db })
  const run = createRunner({
    db: () => db,
    operations: mockOperations,
    journal,
    originOf: request => originOf(request.headers, url),
    latency: () => options.latencyMilliseconds ?? 0,
    onViolation,
  })
  const handlers = byMethod(makeHandlers(run, { baseUrl: url }))
  return {
    db: () => db,
    journal,
    terminals,
    begin: ({ settings, ...changes }) => {
      const next = make({ ...options, ...changes })
      if (settings) applyControl(next, { settings })
      db = next
    },
    enter: file => {
      db = openSnapshot(file, options)
      db.tables.settings.patch('settings', { dbName })
    },
    // msw copies the request for every handler that it tries, so it is only given those that can match.
    answer: request => getResponse(handlers.get(request.method) ?? [], request, { baseUrl: url }),
    answerBank: async request => {
      const file = request.method === 'GET' ? await answerBankFile(new URL(request.url).pathname) : undefined
      return file ?? answerOrders(request, db)
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
