import type { JsonObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import type { Exchange } from '../../../scripts/lib/validator/exchange'

/** Input of a tool: the exchanges of one operation, and the contract as a file. */
export type TrafficCase = {
  readonly operation: Operation
  readonly exchanges: readonly Exchange[]
  /** The contract with the server's URL in it. */
  readonly contractFile: string
  readonly folder: string
}

/** A tool that checks recorded exchanges and returns one line per problem. Rejects if it cannot run. */
export type TrafficPeer = {
  readonly name: string
  readonly check: (one: TrafficCase) => Promise<readonly string[]>
  readonly stop?: () => void
}

type DocumentVerdict = {
  readonly isFound: boolean
  readonly isBreaking: boolean
}

/** A tool that compares two documents. Rejects if it cannot run. */
export type DocumentPeer = {
  readonly name: string
  readonly compare: (contract: JsonObject, other: JsonObject, folder: string) => Promise<DocumentVerdict>
}
