import { getResponse, type RequestHandler } from 'msw'
import { makeHandlers } from '../../mocks/handlers.gen'
import { mockOperations } from '../../mocks/operations'
import { createRunner } from '../../mocks/run-operation'
import { personas } from '../../mocks/world/personas'
import { startSession } from '../../mocks/world/sessions'
import { createWorld } from '../../mocks/world/world'
import { quantile } from '../statistics'

export type HandlerSet = {
  readonly name: string
  /** In the order in which they are asked. */
  readonly handlers: readonly RequestHandler[]
  readonly headers?: Readonly<Record<string, string>>
}

export type Latency = {
  readonly route: string
  readonly name: string
  readonly routes: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Why nothing was measured. */
  readonly failure?: string
}

export const ownSet = 'Flagship, both validations'

/** The simulated platform, asked by a person who may see the answer; every question and every answer is validated. */
export function ownHandlers(): HandlerSet {
  const world = createWorld({ seed: 'latency' })
  const run = createRunner({ world: () => world, operations: mockOperations })
  const token = startSession(world, personas.admin.id).access_token
  return {
    name: ownSet,
    handlers: makeHandlers(run, { baseUrl: 'http://localhost' }),
    headers: { authorization: `Bearer ${token}` },
  }
}

/** The last of our routes, whose answer may be one long text, and one that answers a list of small things. */
const routes = [
  { route: 'the last route, getWriteup', path: '/groups/1/tasks/103/writeup' },
  { route: 'listTaskStatuses as the last route', path: '/groups/1/statuses' },
]

/** The handlers with that route at the end, as ours have the first of them: whoever is asked has to pass all others. */
function withLast(path: string, handlers: readonly RequestHandler[]): RequestHandler[] {
  const end = path.slice(path.lastIndexOf('/'))
  const isLast = (handler: RequestHandler) => String(handler.info.header).endsWith(end)
  return [...handlers.filter(one => !isLast(one)), ...handlers.filter(isLast)]
}

const batch = 50
/** Milliseconds of one set and route after which it has been asked often enough. */
const enough = 10_000

/** Asks all sets for each route in turn, `calls` times each after a warm-up of a quarter of them. */
export async function measureLatency(sets: readonly HandlerSet[], calls: number): Promise<Latency[]> {
  const results: Latency[] = []
  for (const { route, path } of routes) {
    const runs = sets.map(set => ({
      ...set,
      handlers: withLast(path, set.handlers),
      times: [] as number[],
      failure: '',
      spent: 0,
    }))
    for (let done = -calls / 4; done < calls; done += batch) {
      for (const run of runs.filter(({ failure, spent }) => failure === '' && spent < enough)) {
        const some = await timeCalls(path, run).catch(error => String(error).slice(0, 160))
        if (typeof some === 'string') run.failure = some
        else {
          run.spent += some.reduce((sum, one) => sum + one, 0)
          // A set that is slow has been asked often enough before it is warm.
          if (done >= 0 || run.spent >= enough) run.times.push(...some)
        }
      }
    }
    results.push(
      ...runs.map(({ name, handlers, times, failure }) => ({
        route,
        name,
        routes: handlers.length,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        ...(failure !== '' && { failure }),
      })),
    )
  }
  return results
}

async function timeCalls(path: string, { handlers, headers = {} }: HandlerSet): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < batch; call++) {
    const request = new Request(`http://localhost/api${path}`, { headers })
    const start = performance.now()
    const response = await getResponse([...handlers], request, { baseUrl: 'http://localhost' })
    const text = await response?.text()
    times.push(performance.now() - start)
    if (response?.status !== 200) throw new Error(`It answers ${response?.status}: ${text?.slice(0, 100)}`)
  }
  return times
}
