import { getResponse, type HttpHandler } from 'msw'
import { answerOrders } from '../bank/answer-orders'
import { answerBankFile } from '../bank/bank-files'
import { applyControl } from '../control/apply-control'
import { openSnapshot } from '../control/snapshot-file'
import { beginStart } from '../control/starts'
import { makeHandlers } from '../handlers.gen'
import { mockOperations } from '../operations'
import type { MockViolation } from '../run/check-answer'
import { Journal } from '../run/journal'
import { createRunner } from '../run-operation'
import { TerminalHub } from '../terminal/hub'
import { createWorld, type World, type WorldOptions } from '../world/world'
import { unnamed } from './asked-world'
import type { Controlled } from './control'
import { originOf } from './origin'
import { readRecordings } from './recordings'

export interface PlatformOptions extends WorldOptions {
  /** A start, by its name, in place of a bare scenario. */
  start?: string
  latencyMilliseconds?: number
}

/** One simulated platform of a server: a world with its journal and its terminals. */
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
  const worldName = name === unnamed ? null : name
  const make = ({ start, ...given }: PlatformOptions): World => {
    const worldOptions = { ...given, settings: { ...given.settings, worldName } }
    return start === undefined ? createWorld(worldOptions) : beginStart(start, worldOptions, readRecordings())
  }
  let world = make(options)
  const journal = new Journal()
  const terminals = new TerminalHub({ world: () => world })
  const run = createRunner({
    world: () => world,
    operations: mockOperations,
    journal,
    originOf: request => originOf(request.headers, url),
    latency: () => options.latencyMilliseconds ?? 0,
    onViolation,
  })
  const handlers = byMethod(makeHandlers(run, { baseUrl: url }))
  return {
    world: () => world,
    journal,
    terminals,
    begin: ({ settings, ...changes }) => {
      const next = make({ ...options, ...changes })
      if (settings) applyControl(next, { settings })
      world = next
    },
    enter: file => {
      world = openSnapshot(file, options)
      world.tables.settings.patch('settings', { worldName })
    },
    // msw copies the request for every handler that it tries, so it is only given those that can match.
    answer: request => getResponse(handlers.get(request.method) ?? [], request, { baseUrl: url }),
    answerBank: async request => {
      const file = request.method === 'GET' ? await answerBankFile(new URL(request.url).pathname) : undefined
      return file ?? answerOrders(request, world)
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
