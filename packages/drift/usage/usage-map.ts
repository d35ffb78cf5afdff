import { createHash } from 'node:crypto'
import type { UsedBy } from '../finding'

/** The key of a screen set by file. */
type Uses = Readonly<Record<string, string>>

/** The committed usage map, by names and sorted, so that two changes of it merge. */
export type UsageMap = {
  /** Hash of the generated types; another value means that the map is stale. */
  readonly schemaHash: string
  /** By a hash of the screens, because many uses share them. */
  readonly screenSets: Readonly<Record<string, readonly string[]>>
  /** By `User/username`: files with the property's name, as the compiler resolves it. */
  readonly properties: Readonly<Record<string, Uses>>
  /** By `Profile/totals`: files that read the name from untyped values. */
  readonly named: Readonly<Record<string, Uses>>
  /** By operationId: files that make the call. */
  readonly operations: Readonly<Record<string, Uses>>
}

type Section = 'properties' | 'named' | 'operations'

export function getUses(map: UsageMap, section: Section, key: string): { file: string; screens: string[] }[] {
  const uses = Object.hasOwn(map[section], key) ? map[section][key] : undefined
  return Object.entries(uses ?? {}).map(([file, set]) => ({
    file,
    screens: [...(map.screenSets[set] ?? [])],
  }))
}

/** What more pages have is part of the frame around them, such as the menu. */
const MANY_SCREENS = 12

/** The pages that show the value themselves, and the frame around all pages; all pages if none shows it alone. */
export function collectUses(uses: readonly { file: string; screens: readonly string[] }[]): UsedBy {
  const sorted = (values: readonly string[]) => [...new Set(values)].sort()
  const shown = uses.filter(
    ({ file, screens }) => screens.length <= MANY_SCREENS || !file.startsWith('src/api/'),
  )
  const direct = shown.filter(({ screens }) => screens.length <= MANY_SCREENS).flatMap(use => use.screens)
  const frame = shown.some(({ screens }) => screens.length > MANY_SCREENS) ? ['the frame of every page'] : []
  return {
    files: sorted(uses.map(({ file }) => file)),
    screens: direct.length > 0 ? [...sorted(direct), ...frame] : sorted(uses.flatMap(use => use.screens)),
  }
}

/** Ignores comments and whitespace: a changed description changes nothing. */
export function hashTypes(schemaText: string): string {
  const types = schemaText.replaceAll(/\/\*\*[\s\S]*?\*\/|^\/\/.*$/gm, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(types).digest('hex')
}

export const hashScreens = (screens: readonly string[]): string =>
  createHash('sha256').update(screens.join(' ')).digest('hex').slice(0, 8)
