import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { GeneratedFile } from './generated-file'
import { readIfThere } from './read-if-there'

/**
 * Hashes of the inputs and outputs of the generator. While all of them match, nothing has to be parsed or
 * generated. A manual edit of a generated file breaks the stamp like a changed source.
 */
export type Stamp = {
  /** Hash of every file of `openapi/`. */
  readonly contract: string
  /** Hash of every file of `mocks/content/`. */
  readonly content: string
  /** Versions of the packages that generate. */
  readonly packages: Readonly<Record<string, string>>
  /** Hashes of the sources that generate, by their path from this folder. */
  readonly sources: Readonly<Record<string, string>>
  /** Hashes of the generated files, by their path from the project's root. */
  readonly files: Readonly<Record<string, string>>
}

const stampPath = 'scripts/stamp.gen.json'

const packages = ['ajv', 'openapi-typescript', 'typescript', 'yaml']

/** The stamp of the project at `root`; undefined when there is none, or none that can be read. */
export function readStamp(root: string): Stamp | undefined {
  try {
    const stamp: Partial<Stamp> = JSON.parse(readIfThere(join(root, stampPath)) ?? '')
    const { contract = '', content = '', packages, sources, files } = stamp
    return packages && sources && files ? { contract, content, packages, sources, files } : undefined
  } catch {
    // Conflict markers of a merge; generate everything again.
    return undefined
  }
}

/** Whether contract, packages and sources match the stamp. */
export function inputsUnchanged(root: string, { contract, content, packages, sources }: Stamp): boolean {
  return (
    contract === hashFolder(join(root, 'openapi')) &&
    content === hashFolder(join(root, 'mocks/content')) &&
    Object.entries(packages).every(([name, version]) => version === versionOf(name)) &&
    Object.entries(sources).every(([name, hash]) => hash === hashFile(sourcePath(name)))
  )
}

/** The stamped files that are unchanged, with their texts by path. */
export function intactFiles(root: string, { files }: Stamp): Map<string, string> {
  const texts = Object.entries(files).map(([path, hash]) => {
    const text = readIfThere(join(root, path))
    return text !== undefined && hashText(text) === hash ? ([path, text] as const) : undefined
  })
  return new Map(texts.filter(entry => entry !== undefined))
}

/** A new stamp of everything that the module `entry` imports from this folder and of the files that it made. */
export function makeStamp(root: string, entry: string, files: readonly GeneratedFile[]): GeneratedFile {
  const stamp: Stamp = {
    contract: hashFolder(join(root, 'openapi')),
    content: hashFolder(join(root, 'mocks/content')),
    packages: Object.fromEntries(packages.map(name => [name, versionOf(name) ?? 'absent'])),
    sources: Object.fromEntries([...sourcesOf(entry)].map(([name, text]) => [name, hashText(text)])),
    files: Object.fromEntries(files.map(({ path, text }) => [path, hashText(text)])),
  }
  return { path: stampPath, text: `${JSON.stringify(stamp, null, 2)}\n` }
}

/** The texts of an entry and of all that it imports from this folder, by their name. */
function sourcesOf(entry: string): Map<string, string> {
  const texts = new Map<string, string>()
  const names = new Set([entry])
  for (const name of names) {
    const text = readIfThere(sourcePath(name))
    // Templates of generated files contain imports too; they do not resolve here.
    if (text === undefined) continue
    texts.set(name, text)
    for (const [, next] of text.matchAll(/\b(?:from |import\()'\.\/([^']+)'/g)) names.add(`${next}.ts`)
  }
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function sourcePath(name: string): string {
  return join(import.meta.dirname, name)
}

function versionOf(name: string): string | undefined {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const text = readIfThere(join(folder, name, 'package.json'))
    if (text !== undefined) return String((JSON.parse(text) as { version?: unknown }).version)
  }
  return undefined
}

function hashFolder(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const sum = createHash('sha256')
  for (const path of paths.sort()) {
    sum
      .update(`${relative(folder, path).replaceAll('\\', '/')}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return sum.digest('hex')
}

function hashFile(path: string): string | undefined {
  const text = readIfThere(path)
  return text === undefined ? undefined : hashText(text)
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
