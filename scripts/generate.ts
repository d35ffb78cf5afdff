import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ContractError } from './lib/contract-error'
import { generateFiles } from './lib/generate-files'
import { loadContract } from './lib/load-contract'
import { compareFiles, readIfThere, writeFiles } from './lib/write-files'

/**
 * Writes every generated file from `openapi/`. With `--check`, writes nothing and exits 1 when a file is not
 * what the contract says, or when the contract cannot be used. `--root` names another project folder.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, root: { type: 'string' } } })
  const root = values.root ?? fileURLToPath(new URL('..', import.meta.url))
  const contract = loadContract(join(root, 'openapi'))
  const files = await generateFiles(contract, readIfThere(join(root, 'src/api/schema.gen.ts')))
  if (values.check) return report(compareFiles(root, files))
  const written = writeFiles(root, files)
  console.log(written.length > 0 ? `Wrote ${written.join(', ')}.` : 'Every generated file is up to date.')
  return 0
}

function report(stale: readonly string[]): number {
  if (stale.length === 0) {
    console.log('Every generated file is up to date.')
    return 0
  }
  console.error(`${stale.join('\n\n')}\n\nThe contract and its generated files differ: run npm run generate.`)
  return 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const isExpected = error instanceof ContractError || (error instanceof Error && 'code' in error)
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
