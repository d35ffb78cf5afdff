import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { generatedHeader } from './generated-file'

/**
 * Two generated files come from slow packages. Such a file carries a stamp over its cause (contract, writer,
 * package versions) and over its own text; while the stamp is right, that text is what would be written again.
 * A hand edit breaks the stamp as surely as a changed contract does.
 */

const stampLine = /^\/\/ Stamp: [0-9a-f]{64}\n\n/

/** `current` when its stamp is right for `cause`, else the text that `make` produces, under a new stamp. */
export async function keepStamped(
  current: string | undefined,
  cause: string,
  make: () => Promise<string>,
): Promise<string> {
  const kept = current?.startsWith(generatedHeader) ? current.slice(generatedHeader.length) : ''
  const body = kept.replace(stampLine, '')
  if (body !== kept && kept === stamp(cause, body)) return generatedHeader + kept
  return generatedHeader + stamp(cause, await make())
}

function stamp(cause: string, body: string): string {
  return `// Stamp: ${createHash('sha256').update(cause).update('\n').update(body).digest('hex')}\n\n${body}`
}

/** The versions of packages and the texts of sources in this folder, as a part of a cause. */
export function describeTools(packages: readonly string[], sources: readonly string[]): string {
  const versions = packages.map(name => `${name}@${versionOf(name)}`)
  const texts = sources.map(name => readFileSync(new URL(name, import.meta.url), 'utf8'))
  return JSON.stringify([versions, texts])
}

function versionOf(name: string): unknown {
  const entry = createRequire(import.meta.url).resolve(name)
  const folder = entry.slice(0, entry.lastIndexOf(join('node_modules', name))) + join('node_modules', name)
  const manifest: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return manifest.version
}
