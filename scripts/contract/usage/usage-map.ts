import type { UsedBy } from '../finding'

/** `[file, set of screens]`, both by their number in the map's lists. */
type Use = readonly [file: number, screens: number]

/** The committed file: who in the client uses what. Lists are numbered, so that the file stays small. */
export type UsageMap = {
  /** Over the generated types without their comments: another value means that the map is out of date. */
  readonly schemaHash: string
  readonly screens: readonly string[]
  readonly files: readonly string[]
  readonly screenSets: readonly (readonly number[])[]
  /** By `User/username`: the files that do not compile without the property. */
  readonly properties: Readonly<Record<string, readonly Use[]>>
  /** By `Profile/totals`: the files that read the name from what they take as untyped. */
  readonly named: Readonly<Record<string, readonly Use[]>>
  /** By operationId: the files that make the call. */
  readonly operations: Readonly<Record<string, readonly Use[]>>
}

type Section = 'properties' | 'named' | 'operations'

/** The uses of one key, with their screens; empty for a key that the map does not hold. */
export function usesOf(map: UsageMap, section: Section, key: string): { file: string; screens: string[] }[] {
  return (Object.hasOwn(map[section], key) ? (map[section][key] ?? []) : []).map(([file, set]) => ({
    file: map.files[file] ?? '',
    screens: (map.screenSets[set] ?? []).map(screen => map.screens[screen] ?? ''),
  }))
}

/** All files and screens of some uses, each once and in plain order. */
export function gather(uses: readonly { file: string; screens: readonly string[] }[]): UsedBy {
  const sorted = (texts: readonly string[]) => [...new Set(texts)].sort()
  return { files: sorted(uses.map(({ file }) => file)), screens: sorted(uses.flatMap(use => use.screens)) }
}
