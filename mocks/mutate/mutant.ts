import type { DriftId } from '../../scripts/lib/judge/drift-classes'
import type { Contract } from '../../scripts/lib/load-contract'
import type { Operation } from '../../scripts/lib/operation'

/** A question as a drifted server reads it. */
export type Call = {
  /** None for what the contract does not know: a preflight, another path. */
  readonly operation?: Operation
  readonly params: Readonly<Record<string, string>>
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** Empty where nothing was sent. */
  readonly body: Uint8Array
}

/** An answer read whole, so that it can be altered. */
export type Answered = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** What a drifted server does in another way than the true one; each part returns nothing where it changes nothing. */
export type Drift = {
  /** Refuses the question, or reads it in another way. */
  readonly before?: (call: Call) => Call | Answered | undefined | Promise<Call | Answered | undefined>
  readonly alter?: (answer: Answered, call: Call) => Answered | undefined
  /** Milliseconds that an answer takes longer. */
  readonly delay?: number
}

/** A place that an operator can drift, and the ways in which it can; a seed picks one of them. */
export type Site = {
  /** Below the operation: `200:/name`, `body:/username`. Unique for one operator and operation. */
  readonly place: string
  /** Each begins a drift of its own, which may remember what it has seen. */
  readonly ways: readonly (() => Drift)[]
}

/** One class of drift, at every place that it can have. */
export type Operator = {
  readonly driftId: DriftId
  readonly sites?: (operation: Operation, contract: Contract) => readonly Site[]
  /** Places that belong to no operation. */
  readonly wholeSites?: (contract: Contract) => readonly Site[]
}

/** A drifted server. */
export type Mutant = {
  /** `DR21:getGroup:200:/name`; stable as long as the contract keeps the place. */
  readonly id: string
  readonly driftId: DriftId
  readonly operationId?: string
  readonly seed: string | number
  readonly begin: () => Drift
}

/** A site with one way for each drift, none of which remembers anything. */
export function siteOf(place: string, ...drifts: readonly Drift[]): Site {
  return { place, ways: drifts.map(drift => () => drift) }
}
