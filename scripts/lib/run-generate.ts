import { join } from 'node:path'
import { ContractError } from './contract-error'
import { generateFiles } from './generate-files'
import { loadContract } from './load-contract'
import { compareFiles, readIfThere, writeFiles } from './write-files'

export type Outcome = { readonly exitCode: 0 | 1; readonly text: string }

/**
 * Writes every generated file of the project at `root`, or only compares them. The exit code is 1 when a compared
 * file is not what the contract says, or when the contract cannot be used; the text is for the person at the keyboard.
 */
export async function runGenerate(root: string, isCheck: boolean): Promise<Outcome> {
  try {
    const contract = loadContract(join(root, 'openapi'))
    const files = await generateFiles(contract, path => readIfThere(join(root, path)))
    const upToDate: Outcome = { exitCode: 0, text: 'Every generated file is up to date.' }
    if (!isCheck) {
      const written = writeFiles(root, files)
      return written.length === 0 ? upToDate : { exitCode: 0, text: `Wrote ${written.join(', ')}.` }
    }
    const stale = compareFiles(root, files)
    if (stale.length === 0) return upToDate
    const advice = 'The contract and its generated files differ: run npm run generate.'
    return { exitCode: 1, text: [...stale, advice].join('\n\n') }
  } catch (error) {
    if (error instanceof ContractError) return { exitCode: 1, text: error.message }
    throw error
  }
}
