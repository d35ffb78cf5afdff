import type { Contract } from '../../scripts/lib/load-contract'
import { hash, type Seed } from '../../scripts/lib/seeded-random'
import type { Mutant, Operator, Site } from './mutant'

/** Every drifted server that the operators know, in the order of the catalogue; the seed picks the way of each. */
export function enumerateMutants(contract: Contract, operators: readonly Operator[], seed: Seed): Mutant[] {
  return operators.flatMap(operator => {
    const whole = operator.wholeSites?.(contract) ?? []
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
  const id = [driftId, operationId ?? 'all', site.place].join(':')
  const way = site.ways[hash(seed, id) % site.ways.length]
  if (!way) throw new RangeError(`${id} has no way to drift.`)
  return { id, driftId, seed, begin: way, ...(operationId !== undefined && { operationId }) }
}

/**
 * The mutant that a command line means: a whole id, or its beginning such as `DR27` or `DR27:getTask`, of which the
 * seed picks one. Throws an Error when there is none.
 */
export function findMutant(mutants: readonly Mutant[], wanted: string, seed: Seed): Mutant {
  const exact = mutants.find(({ id }) => id === wanted)
  const some = mutants.filter(({ id }) => id.startsWith(`${wanted}:`))
  const found = exact ?? some[hash(seed, wanted) % Math.max(1, some.length)]
  if (!found) throw new Error(`There is no drift ${wanted}; write a class such as DR27, or a whole id.`)
  return found
}
