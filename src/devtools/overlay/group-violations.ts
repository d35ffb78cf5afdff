import { driftClasses } from '../../../scripts/lib/judge/drift-classes'
import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Judgement } from '../../../scripts/lib/judge/judgement'
import { type ObservedExchange, violationsOf } from '../observe/observed-exchanges'

/** One way in which answers leave the contract, however often it was seen. */
export type Violation = {
  /** Stable while the drift, the operation and the place are: `DR21 getTask answer 200 /title`. */
  readonly key: string
  readonly judgement: Judgement
  /** English, as all that the contract says of itself. */
  readonly title: string
  readonly advice: string
  /** How many exchanges have shown it. */
  readonly count: number
  /** The latest of them. */
  readonly exchange: Exchange
  readonly exchangeId: number
}

const severities: readonly Judgement['severity'][] = ['breaking', 'degraded', 'information']

/** The violations of all judged exchanges: the worst first, then those that were seen first. */
export const groupViolations = (observed: readonly ObservedExchange[]): readonly Violation[] => {
  const groups = new Map<string, Violation>()
  for (const one of observed) {
    const { id, exchange } = one
    for (const judgement of violationsOf(one)) {
      const key = `${judgement.driftId} ${judgement.operationId ?? ''} ${judgement.place}`
      const { title, advice } = driftClasses[judgement.driftId]
      const count = (groups.get(key)?.count ?? 0) + 1
      groups.set(key, { key, judgement, title, advice, count, exchange, exchangeId: id })
    }
  }
  const rankOf = ({ judgement }: Violation) => severities.indexOf(judgement.severity)
  return [...groups.values()].toSorted((a, b) => rankOf(a) - rankOf(b))
}
