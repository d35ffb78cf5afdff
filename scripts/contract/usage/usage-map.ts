import { createHash } from 'node:crypto'
import type { UsedBy } from '../finding'

/** Indexes into the lists of the map. */
type Use = readonly [file: number, screens: number]

/** The committed usage map. Lists are referenced by index to keep the file small. */
export type UsageMap = {
  /** Hash of the generated types; another value means that the map is stale. */
  readonly schemaHash: string
  readonly screens: readonly string[]
  readonly files: readonly string[]
  readonly screenSets: readonly (readonly number[])[]
  /** By `User/username`: files with the property's name, as the compiler resolves it. */
  readonly properties: Readonly<Record<string, readonly Use[]>>
  /** By `Profile/totals`: files that read the name from untyped values. */
  readonly named: Readonly<Record<string, readonly Use[]>>
  /** By operationId: files that make the call. */
  readonly operations: Readonly<Record<string, readonly Use[]>>
}

type Section = 'properties' | 'named' | 'operations'

export function getUses(map: UsageMap, section: Section, key: string): { file: string; screens: string[] }[] {
  return (Object.hasOwn(map[section], key) ? (map[section][key] ?? []) : []).map(([file, set]) => ({
    file: map.files[file] ?? '',
    screens: (map.screenSets[set] ?? []).map(screen => map.screens[screen] ?? ''),
  }))
}

export function collectUses(uses: readonly { file: string; screens: readonly string[] }[]): UsedBy {
  const sorted = (values: readonly string[]) => [...new Set(values)].sort()
  return { files: sorted(uses.map(({ file }) => file)), screens: sorted(uses.flatMap(use => use.screens)) }
}

/** Ignores comments and whitespace: a changed description changes nothing. */
export function hashTypes(schemaText: string): string {
  const types = schemaText.replaceAll(/\/\*\*[\s\S]*?\*\/|^\/\/.*$/gm, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(types).digest('hex')
}
