import { exec } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The page brings its scripts and styles inline, and loads nothing from elsewhere. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The one address of another host in the page: Redocly's logo. */
const logo = /https:\/\/cdn\.redoc\.ly\/[\w/-]+\.svg/g
const blank = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'

let running: Promise<unknown> | undefined

/** Requests that come while the page is being written get the same: one process at a time. */
function writeDocs(): Promise<unknown> {
  // Through a shell: npm is not a program of its own on Windows.
  running ??= promisify(exec)('npm run contract:docs', { cwd: root }).finally(() => {
    running = undefined
  })
  return running
}

/** The contract as a page, written again because the contract may have changed. */
export async function serveDocs(): Promise<Response> {
  await writeDocs()
  const page = await readFile(`${root}/dist-contract/docs.html`, 'utf8')
  return new Response(page.replace(logo, blank), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
