import type { Operation } from '../../packages/contract/operation'
import { createRandom, type Random } from '../../packages/contract/seeded-random'
import type { Db } from './db'
import type { Chaos, Fault, LatencyProfile } from './faults'

/** A network that flaps is up for this long, then down. */
export const UP_MS = 4000
export const DOWN_MS = 3000

/**
 * Whether requests fail at the moment. `flapping` uses machine time: with a paused virtual clock it would stay down for
 * ever.
 */
export function isNetworkDown(db: Db): boolean {
  const { network } = db.settings
  if (network !== 'flapping') return network === 'offline'
  return db.machineNow() % (UP_MS + DOWN_MS) >= UP_MS
}

/** Shortest and longest response time, in machine milliseconds. */
export const latencyProfiles: Record<LatencyProfile, readonly [number, number]> = {
  none: [0, 0],
  usual: [80, 160],
  slow: [400, 1200],
  verySlow: [2000, 6000],
  uneven: [0, 4000],
}

/** Depends only on the profile and the number of the call. */
export function drawLatency(profile: LatencyProfile, exchangeId: number): number {
  const [shortest, longest] = latencyProfiles[profile]
  return createRandom('latency', exchangeId).int(shortest, longest)
}

/** The possible failures, all equally likely (N01). */
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504] as const
const failures = [...statuses, 'abort', 'reset', 'never', 'delay'] as const

/**
 * The failure of the n-th call of an operation, or undefined. Depends on nothing else, so the same seed gives the same
 * failures in whatever order operations are called.
 */
export function chaosFault({ seed, share }: Chaos, operation: Operation, n: number): Fault | undefined {
  const random = createRandom('chaos', seed, operation.operationId, n)
  if (!random.chance(share)) return undefined
  const failure = random.pick(failures)
  if (typeof failure === 'number') return statusFault(operation, failure, random)
  return failure === 'delay' ? { kind: 'delay', milliseconds: random.int(0, 5000) } : { kind: failure }
}

/** Has a detail where the contract documents one for this status. */
function statusFault({ responses }: Operation, status: number, random: Random): Fault {
  const details = responses.find(response => response.status === status)?.details ?? []
  return {
    kind: 'status',
    status,
    ...(details.length > 0 && { detail: random.pick(details) }),
    ...(status === 429 && { headers: { 'retry-after': String(random.int(1, 5)) } }),
  }
}

export function chaosKey(operationId: string): string {
  return `chaos:${operationId}`
}

/** The failure of the present call; counts the call. */
export function takeChaosFault({ settings, tables }: Db, operation: Operation): Fault | undefined {
  if (!settings.chaos) return undefined
  const key = chaosKey(operation.operationId)
  const n = (tables.counters.get(key)?.last ?? 0) + 1
  tables.counters.put(key, { last: n })
  return chaosFault(settings.chaos, operation, n)
}
