import { fileURLToPath } from 'node:url'
import { serve } from '../../../mocks/hosts/server'
import { loadContract } from '../../contract/load-contract'
import { driftedServer } from './drifted-server'
import { enumerateMutants, findMutant } from './mutants'

const usage = `Usage: npm run drifted-server -- DRIFT [options of "npm run mock-server"]
  DRIFT   what is wrong with the server: a class (DR27), one operation (DR27:getTask), or the id of a mutant`

/** The mock server with one mistake, to see what the drift check says about it. Rejects for an unknown drift. */
async function main([query, ...argv]: readonly string[]): Promise<void> {
  if (query === undefined || query.startsWith('-')) throw new Error(usage)
  const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
  const mutant = findMutant(enumerateMutants(contract, 1), query, 1)
  console.log(`The drift is ${mutant.id}.`)
  await serve(argv, { wrap: handle => driftedServer(mutant, handle, { contract }) })
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
