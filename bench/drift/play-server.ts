import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { driftedServer, type Server } from '../../mocks/mutate/drifted-server'
import type { Mutant } from '../../mocks/mutate/mutant'
import { createPlatformServer } from '../../mocks/server/platform-server'
import { readFixtures } from '../../scripts/contract/probe/fixtures'
import { runProbe } from '../../scripts/contract/probe/run-probe'
import type { Exchange } from '../../scripts/lib/judge/exchange'
import type { Contract } from '../../scripts/lib/load-contract'
import type { Seen } from './outcome'

/** What the check has to say of a server that is not on any network. */
export type Played = {
  readonly seen: readonly Seen[]
  readonly exchanges: readonly Exchange[]
  /** How often the drift changed a question or an answer. */
  readonly hits: number
  /** Why the check gave up, if it did. */
  readonly stopped?: string
  readonly milliseconds: number
}

export const origin = 'http://127.0.0.1:4010'
const fixturesFile = new URL('../../scripts/contract/fixtures/simulated-platform.json', import.meta.url)
const mostSeconds = 60

/** Runs the whole probe against a fresh simulated platform, with a drift or without. */
export async function playServer(contract: Contract, mutant?: Mutant): Promise<Played> {
  let hits = 0
  const onHit = () => {
    hits++
  }
  const server = freshServer()
  const fetch = mutant ? driftedServer(mutant, server, { contract, onHit }) : server
  const fixtures = readFixtures(readFileSync(fileURLToPath(fixturesFile), 'utf8'))
  const start = performance.now()
  const common = { contract, baseUrl: `${origin}${contract.basePath}`, fetch, seed: 1 } as const
  const limits = { requestsPerSecond: 10_000, mostRequests: 5000, mostSeconds } as const
  try {
    const result = await runProbe({ ...common, ...limits, ...fixtures, mode: 'full', plan: 'full' })
    const seen = result.observations.map(({ judgement }) => judgement)
    return { seen, exchanges: result.exchanges, hits, milliseconds: performance.now() - start }
  } catch (error) {
    const stopped = error instanceof Error ? error.message : String(error)
    return { seen: [], exchanges: [], hits, stopped, milliseconds: performance.now() - start }
  }
}

const startedAt = Date.now()
const millisecondsEach = 40
const millisecondsEachPoll = 2000

/**
 * A platform whose time goes by calls and not by the machine's clock: labs start after a few looks at them, and a
 * busy machine changes nothing.
 */
function freshServer(): Server {
  let now = startedAt
  const { answer } = createPlatformServer(origin, {
    startedAt,
    clockAnchor: startedAt,
    machineNow: () => now,
  })
  return request => {
    now += new URL(request.url).pathname === '/api/status' ? millisecondsEachPoll : millisecondsEach
    return answer(request)
  }
}
