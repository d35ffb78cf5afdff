import type { Operation } from '../../scripts/lib/operation'
import { createRandom, type Random } from '../../scripts/lib/seeded-random'
import type { Db } from './db'
import type { Chaos, Fault } from './faults'

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
