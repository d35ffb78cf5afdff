import type { Contract } from '../../scripts/lib/load-contract'
import { hash, type Seed } from '../../scripts/lib/seeded-random'
import type { Mutant, Operator, Site } from './mutant'

export function enumerateMutants(contract: Contract, operators: readonly Operator[], seed: Seed): Mutant[] {
  return operators.flatMap(operator => {
    const whole = operator.globalSites?.(contract) ?? []
    return [
      ...whole.map(site => mutantOf(operator, site, seed)),
      ...contract.operations.flatMap(operation =>
        (operator.sites?.(operation, contract) ?? []).map(site =>
          mutantOf(operator, site, seed, operation.operationId),
        ),
      ),
    ]
  })
}

function mutantOf({ driftId }: Operator, site: Site, seed: Seed, operationId?: string): Mutant {
  const id = [driftId, operationId ?? 'all', site.location].join(':')
  const variant = site.variants[hash(seed, id) % site.variants.length]
  if (!variant) throw new RangeError(`${id} has no way to drift.`)
  return { id, driftId, seed, begin: variant, ...(operationId !== undefined && { operationId }) }
}

/**
 * Finds a mutant by its full id or by a prefix such as `DR27` or `DR27:getTask`, of which the seed selects
 * one. Throws an Error if there is none.
 */
export function findMutant(mutants: readonly Mutant[], query: string, seed: Seed): Mutant {
  const exact = mutants.find(({ id }) => id === query)
  const some = mutants.filter(({ id }) => id.startsWith(`${query}:`))
  const found = exact ?? some[hash(seed, query) % Math.max(1, some.length)]
  if (!found) throw new Error(`There is no drift ${query}; write a class such as DR27, or a whole id.`)
  return found
}
