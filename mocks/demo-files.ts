import { answerBankFile, bankPaths } from './bank/bank-files'
import { answerFile, filePaths } from './files'

export interface DemoFile {
  /** Inside of the built site. */
  path: string
  body: Uint8Array
}

/** What servers of the simulated platform answer by themselves, as files for a site without any server of its own. */
export async function demoFiles(): Promise<DemoFile[]> {
  const answers = [
    ...filePaths().map(path => ({ path, answer: answerFile(path) })),
    ...(await Promise.all(bankPaths.map(async path => ({ path, answer: await answerBankFile(path) })))),
  ]
  return Promise.all(
    answers.map(async ({ path, answer }) => {
      if (!answer?.ok) throw new Error(`The simulated platform has no file ${path}.`)
      return { path: fileOf(path), body: new Uint8Array(await answer.arrayBuffer()) }
    }),
  )
}

/** A page without an ending is the index of a folder, which every static host finds. */
function fileOf(path: string): string {
  return /\.[^/]+$/.test(path) ? path.slice(1) : `${path.slice(1)}/index.html`
}
