import { clock } from '../../lib/clock'
import { getDisplayName } from '../../lib/display-name'
import { foldText } from '../../lib/fold-text'
import { parseMoment } from '../../lib/format'
import type { LeaderboardRow } from '../../queries/responses'
import { sortByName } from './name-order'

interface RowFields {
  /** Text to search in. */
  folded: string
  /** Milliseconds, or `NaN`. */
  lastAt: number
}

const cache = new WeakMap<LeaderboardRow, RowFields>()

/** Cached per row object; refetches keep unchanged row objects. */
export const getRowFields = (row: LeaderboardRow): RowFields => {
  const cached = cache.get(row)
  if (cached) return cached
  const fields = {
    folded: foldText(`${getDisplayName(row)} ${row.username}`),
    lastAt: parseMoment(row.last_solved_at) ?? Number.NaN,
  }
  cache.set(row, fields)
  return fields
}

const START_DELAY_MS = 1500
const BATCH_DELAY_MS = 40
const BATCH_SIZE = 400

/**
 * Fills the cache in small batches while idle, so that the first search or sort is fast. Returns a cancel
 * function.
 */
export const precomputeRowFields = (rows: readonly LeaderboardRow[], language: string): (() => void) => {
  const processFrom = (start: number) => {
    for (const row of rows.slice(start, start + BATCH_SIZE)) getRowFields(row)
    const next = start + BATCH_SIZE
    stop = clock.after(
      BATCH_DELAY_MS,
      next < rows.length ? () => processFrom(next) : () => void sortByName(rows, language),
    )
  }
  let stop = clock.after(START_DELAY_MS, () => processFrom(0))
  return () => stop()
}
