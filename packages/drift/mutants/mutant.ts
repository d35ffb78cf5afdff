import type { Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import type { DriftId } from '../../contract/validator/drift-classes'

/** A request as a drifted server reads it. */
export type Call = {
  /** Undefined for what the contract does not have: a preflight, another path. */
  readonly operation?: Operation
  readonly params: Readonly<Record<string, string>>
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

/** A response read completely, so that it can be changed. */
export type BufferedResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** What a drifted server does differently; a hook returns undefined if it changes nothing. */
export type Drift = {
  /** Rejects the request, or changes it. */
  readonly before?: (
    call: Call,
  ) => Call | BufferedResponse | undefined | Promise<Call | BufferedResponse | undefined>
  readonly after?: (response: BufferedResponse, call: Call) => BufferedResponse | undefined
  /** Additional response time in milliseconds. */
  readonly delay?: number
}

/** A location that can drift, and its variants; the seed selects one. */
export type Site = {
  /** Within the operation: `200:/name`, `body:/username`. Unique per operator and operation. */
  readonly location: string
  /** Each creates a drift with its own state. */
  readonly variants: readonly (() => Drift)[]
}

/** What has to be compared to notice a mutant: one answer, several, what each reader gets, or one place of many. */
export type MutantKind = 'form' | 'relations' | 'readers' | 'places'

type GetSites = (operation: Operation, contract: Contract) => readonly Site[]

export type Operator = {
  /** `form` by default. */
  readonly kind?: MutantKind
  readonly sites?: GetSites
  /** Locations that belong to no operation. */
  readonly globalSites?: (contract: Contract) => readonly Site[]
}

/** By class of drift; a function gives the sites of a change of form. */
export type Operators = { readonly [Id in DriftId]?: Operator | GetSites }

export type Mutant = {
  /** `DR21:getGroup:200:/name`; stable while the contract keeps the location. */
  readonly id: string
  readonly driftId: DriftId
  readonly kind: MutantKind
  readonly operationId?: string
  readonly seed: string | number
  readonly begin: () => Drift
}

export function createSite(location: string, ...drifts: readonly Drift[]): Site {
  return { location, variants: drifts.map(drift => () => drift) }
}
