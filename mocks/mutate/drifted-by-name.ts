import { fileURLToPath } from 'node:url'
import { loadContract } from '../../scripts/lib/load-contract'
import type { Seed } from '../../scripts/lib/seeded-random'
import { driftedServer, type Server } from './drifted-server'
import { enumerateMutants, findMutant } from './mutants'
import { operators } from './operators'

/** The server with the mutant named on the command line; throws an Error if there is none. */
export function driftedByName(server: Server, query: string, seed: Seed): Server {
  const contract = loadContract(fileURLToPath(new URL('../../openapi', import.meta.url)))
  const mutant = findMutant(enumerateMutants(contract, operators, seed), query, seed)
  console.log(`The drift is ${mutant.id}.`)
  return driftedServer(mutant, server, { contract })
}
