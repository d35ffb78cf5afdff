import { getDisplayName } from '../../api/display-name'
import type { LeaderboardRow } from '../../api/responses'
import { clock } from '../../lib/clock'
import { DAY_MS } from '../../lib/durations'
import {
  formatDate,
  formatNumber,
  formatShortDate,
  formatTime,
  type Moment,
  parseMoment,
} from '../../lib/format'
import { foldText } from '../../lib/text'
import { type BoardSort, byRank, type SortKey } from './search'

const CODE_UNITS = 0x10000

/** Enough to compare names; `String.fromCharCode` can't take an endless one. */
const MAX_COMPARED_LENGTH = 200

/** Weight of each character: calling the collator per name is ten times slower for 10,000 names. */
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

/** For a few hundred names, ignoring case and accents. */
export const makeNameComparator = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(language, { sensitivity: 'base' }).compare

const orderCache = new WeakMap<readonly LeaderboardRow[], { language: string; order: LeaderboardRow[] }>()

/** Sorts by name, ignoring case and accents. Cached per board. */
const sortByName = (rows: readonly LeaderboardRow[], language: string): readonly LeaderboardRow[] => {
  const cached = orderCache.get(rows)
  if (cached?.language === language) return cached.order
  const names = rows.map(row => getDisplayName(row).slice(0, MAX_COMPARED_LENGTH).normalize('NFC'))
  const weights = getCollationWeights(names, language)
  const entries = rows.map((row, at) => ({ row, key: getSortKey(names[at] ?? '', weights) }))
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const order = entries.map(({ row }) => row)
  orderCache.set(rows, { language, order })
  return order
}

const foldedCache = new WeakMap<LeaderboardRow, string>()

/** The text to search in. Cached per row object; refetches keep unchanged row objects. */
const getFoldedText = (row: LeaderboardRow): string => {
  const cached = foldedCache.get(row)
  if (cached !== undefined) return cached
  const folded = foldText(`${getDisplayName(row)} ${row.username}`)
  foldedCache.set(row, folded)
  return folded
}

const START_DELAY_MS = 1500
const BATCH_DELAY_MS = 40
const BATCH_SIZE = 400

/** Fills the cache in small batches while idle, so that the first search is fast. Returns a cancel function. */
export const precomputeFoldedTexts = (rows: readonly LeaderboardRow[]): (() => void) => {
  const processFrom = (start: number) => {
    for (const row of rows.slice(start, start + BATCH_SIZE)) getFoldedText(row)
    const next = start + BATCH_SIZE
    if (next < rows.length) stop = clock.after(BATCH_DELAY_MS, () => processFrom(next))
  }
  let stop = clock.after(START_DELAY_MS, () => processFrom(0))
  return () => stop()
}

const values: Record<Exclude<SortKey, 'name'>, (row: LeaderboardRow) => number> = {
  rank: row => row.rank,
  solved: row => row.solved,
  points: row => row.points,
  last: row => parseMoment(row.last_solved_at) ?? Number.NaN,
}

/** Sorts by the URL's sort key. Equal rows keep the server's order. */
export const sortRows = (
  rows: readonly LeaderboardRow[],
  { key, direction }: BoardSort,
  language: string,
): readonly LeaderboardRow[] => {
  if (key === byRank.key && direction === byRank.direction) return rows
  if (key === 'name') {
    const ascending = sortByName(rows, language)
    return direction === 'asc' ? ascending : [...ascending].reverse()
  }
  const sign = direction === 'desc' ? -1 : 1
  // Rows without the value come last in either direction.
  const missing = sign * Number.POSITIVE_INFINITY
  const entries = rows.map(row => {
    const value = values[key](row)
    return { row, value: Number.isNaN(value) ? missing : value }
  })
  entries.sort((a, b) => (a.value === b.value ? 0 : sign * (a.value - b.value)))
  return entries.map(({ row }) => row)
}

/** Rows whose name or username contains every word of the query. */
export const filterRows = (rows: readonly LeaderboardRow[], q: string): readonly LeaderboardRow[] => {
  const terms = foldText(q).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return rows
  return rows.filter(row => {
    const folded = getFoldedText(row)
    return terms.every(term => folded.includes(term))
  })
}

export interface RowLabels {
  rank: string
  /** Name and, on a second line, the username if it differs. */
  name: string
  /** The same two separately; `username` is empty if it equals the name. */
  displayName: string
  username: string
  solved: string
  points: string
  last: string
}

const labelsCache = new WeakMap<LeaderboardRow, { language: string; day: string; labels: RowLabels }>()

const getYear = (time: number): number => new Date(time).getFullYear()

/** `сегодня, 14:05`, `вчера, 14:05`, `12 дек., 14:05`; without the time in another year. */
export const formatRecent = (moment: Moment | undefined, now: number, language: string): string => {
  const time = parseMoment(moment)
  if (time === null || getYear(time) !== getYear(now)) return formatDate(moment, language)
  const days = Math.round((new Date(time).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY_MS)
  const day =
    days === 0 || days === -1
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
      : formatShortDate(time, language)
  return `${day}, ${formatTime(time, language)}`
}

/** Rows have a fixed height. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Formatted once a day per row, so that scrolling back formats nothing. */
export const getRowLabels = (row: LeaderboardRow, language: string): RowLabels => {
  const cached = labelsCache.get(row)
  const now = clock.now()
  const day = new Date(now).toDateString()
  if (cached?.language === language && cached.day === day) return cached.labels
  const name = getDisplayName(row)
  const displayName = oneLine(name)
  const username = name === row.username ? '' : oneLine(row.username)
  const labels = {
    rank: formatNumber(row.rank, language),
    name: username ? `${displayName}\n${username}` : displayName,
    displayName,
    username,
    solved: formatNumber(row.solved, language),
    points: formatNumber(row.points, language),
    last: formatRecent(row.last_solved_at, now, language),
  }
  labelsCache.set(row, { language, day, labels })
  return labels
}

/** Points relative to the leader's, from 0 to 1. */
export const getShare = (points: number, maxPoints: number): number =>
  maxPoints > 0 ? Math.min(1, Math.max(0, points / maxPoints)) || 0 : 0
