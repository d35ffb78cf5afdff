import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { driftedServer, type Server } from '../../mocks/mutate/drifted-server'
import type { Mutant } from '../../mocks/mutate/mutant'
import { createPlatformServer } from '../../mocks/server/platform-server'
import { readFixtures } from '../../scripts/contract/probe/fixtures'
import { runProbe } from '../../scripts/contract/probe/run-probe'
import type { Contract } from '../../scripts/lib/load-contract'
import type { Exchange } from '../../scripts/lib/validator/exchange'
import type { Seen } from './outcome'

/** Result of a probe against an in-process server. */
export type ProbeRun = {
  readonly seen: readonly Seen[]
  readonly exchanges: readonly Exchange[]
  readonly hits: number
  readonly stopped?: string
  readonly milliseconds: number
}

export const origin = 'http://127.0.0.1:4010'
const fixturesFile = new URL('../../scripts/contract/fixtures/simulated-platform.json', import.meta.url)
const maxSeconds = 60

/** Runs the full plan against a new simulated platform, with a mutant or without. */
export async function probeServer(contract: Contract, mutant?: Mutant): Promise<ProbeRun> {
  let hits = 0
  const onHit = () => {
    hits++
  }
  const server = freshServer()
  const fetch = mutant ? driftedServer(mutant, server, { contract, onHit }) : server
  const fixtures = readFixtures(readFileSync(fileURLToPath(fixturesFile), 'utf8'))
  const start = performance.now()
  const common = { contract, baseUrl: `${origin}${contract.basePath}`, fetch, seed: 1 } as const
  const limits = { requestsPerSecond: 10_000, maxRequests: 5000, maxSeconds } as const
  try {
    const result = await runProbe({ ...common, ...limits, ...fixtures, mode: 'full', plan: 'full' })
    const seen = result.observations.map(({ violation }) => violation)
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
 * A platform whose clock advances with each request instead of real time, so that labs start after a few
 * polls and a busy machine changes nothing.
 */
function freshServer(): Server {
  let now = startedAt
  const { handle: answer } = createPlatformServer(origin, {
    startedAt,
    clockAnchor: startedAt,
    machineNow: () => now,
  })
  return request => {
    now += new URL(request.url).pathname === '/api/status' ? millisecondsEachPoll : millisecondsEach
    return answer(request)
  }
}
