import type { DriftId } from './drift-classes'

export type Expectation = {
  /** The intended operation, if the URL is ambiguous. */
  readonly operationId?: string
  /** Any of these is correct; a given detail must match exactly. */
  readonly outcomes: readonly { readonly status: number; readonly detail?: string }[]
  /** The class of an unexpected response; derived from the response by default. */
  readonly driftId?: DriftId
  /** The place of the violation (`body /username`); the expected response by default. */
  readonly place?: string
  /** Why it is expected, as the end of a sentence: `the token has expired`. */
  readonly reason?: string
}
