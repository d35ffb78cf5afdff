import type { Operation } from '../../scripts/lib/operation'
import { createRandom, type Random } from '../../scripts/lib/seeded-random'
import type { Chaos } from '../control/mock-controls'
import type { Db } from './db'
import type { Fault } from './faults'

/** What may happen to a call, each as likely as any other (reliability, N01). */
const mishaps = [
  400,
  401,
  403,
  404,
  409,
  422,
  429,
  500,
  502,
  503,
  504,
  'abort',
  'reset',
  'never',
  'delay',
] as const

/**
 * What becomes of the n-th call of an operation: nothing depends on anything else, so the same seed brings the same
 * failures in whatever order the operations are called. Undefined lets the call be.
 */
export function chaosFault({ seed, share }: Chaos, operation: Operation, n: number): Fault | undefined {
  const random = createRandom('chaos', seed, operation.operationId, n)
  if (!random.chance(share)) return undefined
  const mishap = random.pick(mishaps)
  if (typeof mishap === 'number') return refusal(operation, mishap, random)
  return mishap === 'delay' ? { kind: 'delay', milliseconds: random.int(0, 5000) } : { kind: mishap }
}

/** With a detail of the contract where it has one for this status. */
function refusal({ responses }: Operation, status: number, random: Random): Fault {
  const details = responses.find(response => response.status === status)?.details ?? []
  return {
    kind: 'status',
    status,
    ...(details.length > 0 && { detail: random.pick(details) }),
    ...(status === 429 && { headers: { 'retry-after': String(random.int(1, 5)) } }),
  }
}

/** The counter of an operation's calls while there is chaos. */
export function chaosKey(operationId: string): string {
  return `chaos:${operationId}`
}

/** The failure of this call, which is counted. */
export function takeChaos({ settings, tables }: Db, operation: Operation): Fault | undefined {
  if (!settings.chaos) return undefined
  const key = chaosKey(operation.operationId)
  const n = (tables.counters.get(key)?.last ?? 0) + 1
  tables.counters.put(key, { last: n })
  return chaosFault(settings.chaos, operation, n)
}
