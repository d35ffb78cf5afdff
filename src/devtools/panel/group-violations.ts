import type { ContractViolation } from '../../../scripts/lib/validator/contract-violation'
import { driftClasses } from '../../../scripts/lib/validator/drift-classes'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import { getViolations, type ObservedExchange } from '../observe/observed-exchanges'

/** A contract violation, seen once or more. */
export type Violation = {
  /** Drift, operation and location: `DR21 getTask answer 200 /title`. */
  readonly key: string
  readonly judgement: ContractViolation
  /** In English. */
  readonly title: string
  readonly advice: string
  /** Number of exchanges. */
  readonly count: number
  /** The latest exchange. */
  readonly exchange: Exchange
  readonly exchangeId: number
}

const severities: readonly ContractViolation['severity'][] = ['breaking', 'degraded', 'information']

/** Most severe first, then oldest first. */
export const groupViolations = (observed: readonly ObservedExchange[]): readonly Violation[] => {
  const groups = new Map<string, Violation>()
  for (const one of observed) {
    const { id, exchange } = one
    for (const judgement of getViolations(one)) {
      const key = `${judgement.driftId} ${judgement.operationId ?? ''} ${judgement.place}`
      const { title, advice } = driftClasses[judgement.driftId]
      const count = (groups.get(key)?.count ?? 0) + 1
      groups.set(key, { key, judgement, title, advice, count, exchange, exchangeId: id })
    }
  }
  const getRank = ({ judgement }: Violation) => severities.indexOf(judgement.severity)
  return [...groups.values()].toSorted((a, b) => getRank(a) - getRank(b))
}
