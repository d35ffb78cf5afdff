import { compareText } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import { hash, type Seed } from '../../contract/seeded-random'
import type { DriftId } from '../../contract/validator/drift-classes'
import type { Mutant, Operator, Site } from './mutant'
import { behaviourOperators } from './operators/behaviour'
import { betweenOperators } from './operators/between-answers'
import { formOperators } from './operators/forms'
import { relationOperators } from './operators/relations'
import { requestOperators } from './operators/requests'
import { responseOperators } from './operators/responses'
import { sessionOperators } from './operators/sessions'
import { valueOperators } from './operators/values'

/** All mutants, by class. */
export function enumerateMutants(contract: Contract, seed: Seed): Mutant[] {
  const found = operators.flatMap(([driftId, operator]) => {
    const {
      kind = 'form',
      sites,
      globalSites,
    }: Operator = typeof operator === 'function' ? { sites: operator } : operator
    const create = (site: Site, operationId?: string): Mutant => {
      const id = [driftId, operationId ?? 'all', site.location].join(':')
      const begin = site.variants[hash(seed, id) % site.variants.length]
      if (!begin) throw new RangeError(`${id} has no way to drift.`)
      return { id, driftId, kind, seed, begin, ...(operationId !== undefined && { operationId }) }
    }
    return [
      ...(globalSites?.(contract) ?? []).map(site => create(site)),
      ...contract.operations.flatMap(operation =>
        (sites?.(operation, contract) ?? []).map(site => create(site, operation.operationId)),
      ),
    ]
  })
  return found.sort((a, b) => compareText(a.driftId, b.driftId))
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

export const operators = [
  requestOperators,
  formOperators,
  valueOperators,
  responseOperators,
  sessionOperators,
  behaviourOperators,
  relationOperators,
  betweenOperators,
].flatMap(module => Object.entries(module) as [DriftId, Operator | NonNullable<Operator['sites']>][])
