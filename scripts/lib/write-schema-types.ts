import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'

const path = 'src/api/schema.gen.ts'
const stampPattern = /^\/\/ Stamp: ([0-9a-f]{64})\n/m

/**
 * `src/api/schema.gen.ts`: every type of the contract, by openapi-typescript. Loading that takes most of a run,
 * so the file carries a stamp over the contract, the generator and its own text: while the stamp of `current`
 * (the file as it stands) is right, that text is what would be written again, and it is handed back as it is.
 */
export async function writeSchemaTypes(
  contract: Contract,
  current: string | undefined,
): Promise<GeneratedFile> {
  const cause = causeOf(contract)
  if (current !== undefined && isStamped(current, cause)) return { path, text: current }
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const nodes = await openapiTS(contract.document as unknown as Parameters<typeof openapiTS>[0], {
    alphabetize: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  const body = astToString(nodes)
  return { path, text: `${generatedHeader}// Stamp: ${stampOf(cause, body)}\n\n${body}` }
}

function isStamped(text: string, cause: string): boolean {
  const stamp = stampPattern.exec(text)
  if (!stamp) return false
  const body = text.slice(stamp.index + stamp[0].length + 1)
  return text === `${generatedHeader}// Stamp: ${stampOf(cause, body)}\n\n${body}`
}

function stampOf(cause: string, body: string): string {
  return createHash('sha256').update(cause).update(body).digest('hex')
}

/** Everything that decides the text: the contract, this writer, and the versions of what it calls. */
function causeOf({ document }: Contract): string {
  const versions = ['openapi-typescript', 'typescript'].map(name => `${name}@${versionOf(name)}`)
  const writer = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  return JSON.stringify([document, versions, writer])
}

function versionOf(name: string): unknown {
  const entry = createRequire(import.meta.url).resolve(name)
  const folder = entry.slice(
    0,
    entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length,
  )
  return (
    JSON.parse(readFileSync(join(dirname(join(folder, 'x')), 'package.json'), 'utf8')) as {
      version?: unknown
    }
  ).version
}
