import { fileURLToPath } from 'node:url'
import { loadContract } from '../../scripts/lib/load-contract'
import type { Seed } from '../../scripts/lib/seeded-random'
import { driftedServer, type Server } from './drifted-server'
import { enumerateMutants, findMutant } from './mutants'
import { operators } from './operators'

/** The server with the drift that a command line names; throws an Error when there is none of that name. */
export function driftedByName(server: Server, wanted: string, seed: Seed): Server {
  const contract = loadContract(fileURLToPath(new URL('../../openapi', import.meta.url)))
  const mutant = findMutant(enumerateMutants(contract, operators, seed), wanted, seed)
  console.log(`The drift is ${mutant.id}.`)
  return driftedServer(mutant, server, { contract })
}
