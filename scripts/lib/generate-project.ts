import { join } from 'node:path'
import { ContractError } from './contract-error'
import { generateFiles } from './generate-files'
import { loadContract } from './load-contract'
import { type Outcome, upToDate } from './outcome'
import { makeStamp } from './stamp'
import { ContentError, writeContent } from './write-content'
import { compareFiles, writeFiles } from './write-files'

/** Generates all files; `intact` has the texts of files that need not be made again. */
export async function generateProject(
  root: string,
  isCheck: boolean,
  intact: ReadonlyMap<string, string>,
): Promise<Outcome> {
  try {
    const made = [
      ...(await generateFiles(loadContract(join(root, 'openapi')), intact)),
      ...writeContent(root),
    ]
    const stamp = makeStamp(root, 'generate-project.ts', made)
    if (!isCheck) {
      const written = writeFiles(root, [...made, stamp])
      return written.length === 0 ? upToDate : { exitCode: 0, text: `Wrote ${written.join(', ')}.` }
    }
    const stale = compareFiles(root, made)
    if (stale.length > 0) {
      const advice = 'The generated files differ from their sources: run npm run generate.'
      return { exitCode: 1, text: [...stale, advice].join('\n\n') }
    }
    const hint = 'The stamp is outdated, which makes this slow: npm run generate updates it.'
    return compareFiles(root, [stamp]).length === 0
      ? upToDate
      : { exitCode: 0, text: `${upToDate.text} ${hint}` }
  } catch (error) {
    if (error instanceof ContractError || error instanceof ContentError) {
      return { exitCode: 1, text: error.message }
    }
    throw error
  }
}
