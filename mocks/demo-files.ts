import { answerBankFile, bankPage, bankPaths } from './bank/bank-files'
import { answerFile, filePaths } from './files'

export interface DemoFile {
  /** Inside of the built site. */
  path: string
  body: Uint8Array
}

/** Bytes that a demo keeps of a file: memory dumps of many megabytes would make the site of three hundred. */
const largest = 64 * 1024

/** What servers of the simulated platform answer by themselves, as files for a site without any server of its own. */
export async function demoFiles(): Promise<DemoFile[]> {
  const answers = [
    ...filePaths().map(path => ({ path, answer: answerFile(path) })),
    ...(await Promise.all(bankPaths.map(async path => ({ path, answer: await answerBankFile(path) })))),
  ]
  return Promise.all(
    answers.map(async ({ path, answer }) => {
      if (!answer?.ok) throw new Error(`The simulated platform has no file ${path}.`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return {
        path: path === bankPage ? `${path.slice(1)}/index.html` : path.slice(1),
        body: bytes.slice(0, largest),
      }
    }),
  )
}
