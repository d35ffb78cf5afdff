import { bankFilePaths, bankPagePath, serveBankFile } from './bank/bank-files'
import { listFilePaths, serveFile } from './files'

export interface DemoFile {
  /** Relative to the root of the site. */
  path: string
  body: Uint8Array
}

/** Larger attachments, such as memory dumps, are truncated: the demo would otherwise take 300 MB. */
const MAX_FILE_BYTES = 64 * 1024

/** The files that mock servers generate, as static files for a site without a server. */
export async function demoFiles(): Promise<DemoFile[]> {
  const responses = [
    ...listFilePaths().map(path => ({ path, response: serveFile(path) })),
    ...(await Promise.all(bankFilePaths.map(async path => ({ path, response: await serveBankFile(path) })))),
  ]
  return Promise.all(
    responses.map(async ({ path, response }) => {
      if (!response?.ok) throw new Error(`The simulated platform has no file ${path}.`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return {
        path: path === bankPagePath ? `${path.slice(1)}/index.html` : path.slice(1),
        body: bytes.slice(0, MAX_FILE_BYTES),
      }
    }),
  )
}
