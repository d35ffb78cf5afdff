import { fileURLToPath } from 'node:url'
import { loadContract } from '../../scripts/lib/load-contract'
import type { Contract } from '../../scripts/lib/read-contract'
import { hash, type Seed } from '../../scripts/lib/seeded-random'
import { driftedServer, type Server } from './drifted-server'
import type { Mutant, Operator, Site } from './mutant'
import { behaviourOperators } from './operators/behaviour'
import { formOperators } from './operators/forms'
import { relationOperators } from './operators/relations'
import { requestOperators } from './operators/requests'
import { responseOperators } from './operators/responses'
import { sessionOperators } from './operators/sessions'
import { valueOperators } from './operators/values'

export function enumerateMutants(contract: Contract, operators: readonly Operator[], seed: Seed): Mutant[] {
  return operators.flatMap(operator => {
    const whole = operator.globalSites?.(contract) ?? []
    return [
      ...whole.map(site => toMutant(operator, site, seed)),
      ...contract.operations.flatMap(operation =>
        (operator.sites?.(operation, contract) ?? []).map(site =>
          toMutant(operator, site, seed, operation.operationId),
        ),
      ),
    ]
  })
}

function toMutant(
  { driftId, kind = 'form' }: Operator,
  site: Site,
  seed: Seed,
  operationId?: string,
): Mutant {
  const id = [driftId, operationId ?? 'all', site.location].join(':')
  const variant = site.variants[hash(seed, id) % site.variants.length]
  if (!variant) throw new RangeError(`${id} has no way to drift.`)
  return { id, driftId, kind, seed, begin: variant, ...(operationId !== undefined && { operationId }) }
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

export const operators: readonly Operator[] = [
  ...requestOperators,
  ...formOperators,
  ...valueOperators,
  ...responseOperators,
  ...sessionOperators,
  ...behaviourOperators,
  ...relationOperators,
].sort((a, b) => (a.driftId < b.driftId ? -1 : 1))

/** The server with the mutant named on the command line; throws an Error if there is none. */
export function driftedByName(server: Server, query: string, seed: Seed): Server {
  const contract = loadContract(fileURLToPath(new URL('../../openapi', import.meta.url)))
  const mutant = findMutant(enumerateMutants(contract, operators, seed), query, seed)
  console.log(`The drift is ${mutant.id}.`)
  return driftedServer(mutant, server, { contract })
}
