import type { Contract } from '../../lib/load-contract'
import type { BackendDocument } from './backend-document'
import { SchemaComparison } from './compare-schema'
import { KeywordUsage } from './gap'

/** Shared by all comparisons: both sides, and how often the document uses each keyword. */
export type Comparer = {
  readonly contract: Contract
  readonly backend: BackendDocument
  readonly usage: KeywordUsage
  /** Backend sends, client reads. */
  readonly responses: SchemaComparison
  /** Client sends, backend reads. */
  readonly requests: SchemaComparison
  /** What the backend accepts beyond what the client may send, with its own usage counts. */
  readonly looser: SchemaComparison
  readonly looserUsage: KeywordUsage
}

export function makeComparer(contract: Contract, backend: BackendDocument): Comparer {
  const usage = new KeywordUsage()
  const looserUsage = new KeywordUsage()
  return {
    contract,
    backend,
    usage,
    responses: new SchemaComparison(backend.schemas, contract.schemas, usage),
    requests: new SchemaComparison(contract.schemas, backend.schemas),
    looser: new SchemaComparison(backend.schemas, contract.schemas, looserUsage),
    looserUsage,
  }
}
