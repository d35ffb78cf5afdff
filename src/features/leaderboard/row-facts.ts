import { clock } from '../../lib/clock'
import { foldText } from '../../lib/fold-text'
import { parseMoment } from '../../lib/format'
import { personName } from '../../lib/person-name'
import type { LeaderboardRow } from '../../queries/answers'
import { byName } from './name-order'

interface RowFacts {
  /** What a search looks into. */
  folded: string
  /** The last solution in milliseconds, or `NaN`. */
  lastAt: number
}

const known = new WeakMap<LeaderboardRow, RowFacts>()

/** What search and order ask of a row, found out once: refreshes leave unchanged rows the objects they were. */
export const rowFacts = (row: LeaderboardRow): RowFacts => {
  const kept = known.get(row)
  if (kept) return kept
  const facts = {
    folded: foldText(`${personName(row)} ${row.username}`),
    lastAt: parseMoment(row.last_solved_at) ?? Number.NaN,
  }
  known.set(row, facts)
  return facts
}

/** Milliseconds until the page stands, and between two portions, in which keys and clicks have their turn. */
const pause = { first: 1500, next: 40 }
const portion = 400

/**
 * Finds out the facts of a long board in small portions while nothing else goes on, so that the first key of a search and
 * the first click on a head find them ready. Returns how to stop.
 */
export const prepareFacts = (rows: readonly LeaderboardRow[], language: string): (() => void) => {
  const from = (begin: number) => {
    for (const row of rows.slice(begin, begin + portion)) rowFacts(row)
    const next = begin + portion
    stop = clock.after(pause.next, next < rows.length ? () => from(next) : () => void byName(rows, language))
  }
  let stop = clock.after(pause.first, () => from(0))
  return () => stop()
}
