import { getDisplayName } from '../../lib/display-name'
import type { LeaderboardRow } from '../../queries/responses'

const CODE_UNITS = 0x10000

/** Enough to compare names; `String.fromCharCode` can't take an endless one. */
const MAX_COMPARED_LENGTH = 200

/**
 * Sort weight of each used character. Calling the collator per character instead of per name is ten times
 * faster for 10,000 names.
 */
const getCollationWeights = (names: readonly string[], language: string): Uint16Array => {
  const isUsed = new Uint8Array(CODE_UNITS)
  for (const name of names) for (let at = 0; at < name.length; at++) isUsed[name.charCodeAt(at)] = 1
  const collator = new Intl.Collator(language, { sensitivity: 'base' })
  const used: string[] = []
  for (let code = 0; code < CODE_UNITS; code++) if (isUsed[code]) used.push(String.fromCharCode(code))
  used.sort(collator.compare)
  const weights = new Uint16Array(CODE_UNITS)
  let weight = 0
  for (const [at, character] of used.entries()) {
    if (at > 0 && collator.compare(used[at - 1] ?? '', character) !== 0) weight += 1
    weights[character.charCodeAt(0)] = weight
  }
  return weights
}

const getSortKey = (name: string, weights: Uint16Array): string => {
  const key: number[] = []
  for (let at = 0; at < name.length; at++) key.push(weights[name.charCodeAt(at)] ?? 0)
  return String.fromCharCode(...key)
}

const cache = new WeakMap<readonly LeaderboardRow[], { language: string; order: LeaderboardRow[] }>()

/** Sorts by name, ignoring case and accents. Cached per board. */
export const sortByName = (rows: readonly LeaderboardRow[], language: string): readonly LeaderboardRow[] => {
  const cached = cache.get(rows)
  if (cached?.language === language) return cached.order
  const names = rows.map(row => getDisplayName(row).slice(0, MAX_COMPARED_LENGTH).normalize('NFC'))
  const weights = getCollationWeights(names, language)
  const entries = rows.map((row, at) => ({ row, key: getSortKey(names[at] ?? '', weights) }))
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const order = entries.map(({ row }) => row)
  cache.set(rows, { language, order })
  return order
}
