import type { Contract } from '../../lib/load-contract'
import type { BackendDocument } from './backend-document'
import { SchemaComparison } from './compare-schema'
import { Habits } from './gap'

/** What every part of the comparison needs: both sides, and what the document says by habit. */
export type Comparer = {
  readonly contract: Contract
  readonly backend: BackendDocument
  readonly habits: Habits
  /** Backend sends, client reads. */
  readonly answers: SchemaComparison
  /** Client sends, backend reads. */
  readonly requests: SchemaComparison
  /** What the backend would read beyond what the client may send, with habits of its own. */
  readonly looser: SchemaComparison
  readonly looserHabits: Habits
}

export function makeComparer(contract: Contract, backend: BackendDocument): Comparer {
  const habits = new Habits()
  const looserHabits = new Habits()
  return {
    contract,
    backend,
    habits,
    answers: new SchemaComparison(backend.schemas, contract.schemas, habits),
    requests: new SchemaComparison(contract.schemas, backend.schemas),
    looser: new SchemaComparison(backend.schemas, contract.schemas, looserHabits),
    looserHabits,
  }
}
