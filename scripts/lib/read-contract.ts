import { checkContract } from './check-contract'
import { ContractError } from './contract-error'
import { type JsonObject, listAt, objectAt } from './json'
import type { Contract } from './load-contract'
import { readOperations } from './read-operation'
import { readSchema } from './read-schema'

/** The contract in a bundled document; throws a ContractError. */
export function readContract(document: JsonObject): Contract {
  const problems = checkContract(document)
  if (problems.length > 0) throw new ContractError(problems)
  const schemas = Object.fromEntries(
    Object.entries(objectAt(objectAt(document.components).schemas)).map(([name, node]) => [
      name,
      readSchema(node),
    ]),
  )
  return {
    basePath: String(objectAt(listAt(document.servers)[0]).url),
    operations: readOperations(document, schemas),
    schemas,
    document,
  }
}
