import { join } from 'node:path'
import { ContractError } from './contract-error'
import { generateFiles } from './generate-files'
import { loadContract } from './load-contract'
import { type Outcome, upToDate } from './outcome'
import { makeStamp } from './stamp'
import { compareFiles, writeFiles } from './write-files'

/** The long way of `runGenerate`; `intact` holds the texts of files that are known to be right. */
export async function generateProject(
  root: string,
  isCheck: boolean,
  intact: ReadonlyMap<string, string>,
): Promise<Outcome> {
  try {
    const made = await generateFiles(loadContract(join(root, 'openapi')), intact)
    const stamp = makeStamp(root, 'generate-project.ts', made)
    if (!isCheck) {
      const written = writeFiles(root, [...made, stamp])
      return written.length === 0 ? upToDate : { exitCode: 0, text: `Wrote ${written.join(', ')}.` }
    }
    const stale = compareFiles(root, made)
    if (stale.length > 0) {
      const advice = 'The contract and its generated files differ: run npm run generate.'
      return { exitCode: 1, text: [...stale, advice].join('\n\n') }
    }
    const hint = 'Its stamp is old, so this took its time: npm run generate writes it anew.'
    return compareFiles(root, [stamp]).length === 0
      ? upToDate
      : { exitCode: 0, text: `${upToDate.text} ${hint}` }
  } catch (error) {
    if (error instanceof ContractError) return { exitCode: 1, text: error.message }
    throw error
  }
}
