import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from './load-contract'
import type { Operation } from './operation'

/** The contract in `scripts/fixtures/torture`, with everything that generators tend to get wrong. For tests only. */
export function loadTorture(): Contract {
  return loadContract(fileURLToPath(new URL('../fixtures/torture', import.meta.url)))
}

export function operationIn({ operations }: Contract, id: string): Operation {
  const found = operations.find(operation => operation.operationId === id)
  if (!found) throw new RangeError(`There is no operation ${id}.`)
  return found
}
