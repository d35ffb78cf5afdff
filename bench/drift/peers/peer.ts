import type { JsonObject } from '../../../scripts/lib/json'
import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Operation } from '../../../scripts/lib/operation'

/** What a published tool is given: exchanges of one operation, and the contract as a file. */
export type TrafficCase = {
  readonly operation: Operation
  readonly exchanges: readonly Exchange[]
  /** Of the contract with the address of the server in it. */
  readonly contractFile: string
  /** An empty folder of its own. */
  readonly folder: string
}

/** A tool that looks at recorded exchanges: a sentence for each thing that it finds wrong. Rejects when it cannot run. */
export type TrafficPeer = {
  readonly name: string
  readonly check: (one: TrafficCase) => Promise<readonly string[]>
  readonly stop?: () => void
}

/** What a tool says of two documents. */
type DocumentVerdict = {
  /** Something is listed as changed. */
  readonly isFound: boolean
  /** It is rated as breaking. */
  readonly isBreaking: boolean
}

/** A tool that compares two documents. Rejects when it cannot run. */
export type DocumentPeer = {
  readonly name: string
  readonly compare: (contract: JsonObject, other: JsonObject, folder: string) => Promise<DocumentVerdict>
}
