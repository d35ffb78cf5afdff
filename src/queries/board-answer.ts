import { replaceEqualDeep } from '@tanstack/react-query'
import { isReadable } from '../lib/person-name'
import type { Leaderboard, LeaderboardRow } from './answers'

type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** `12` and `"12"`; anything else is no number, which is shown as a dash. */
const numberOf = (value: unknown): number =>
  isCount(value) ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN

const isName = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isReadable(value))

/** Whether a row is what the contract says, which nearly all rows are: those stay the objects that came. */
const isSound = (row: Raw): boolean =>
  isCount(row.user_id) &&
  isCount(row.rank) &&
  isCount(row.points) &&
  isCount(row.solved) &&
  typeof row.username === 'string' &&
  isReadable(row.username) &&
  isName(row.first_name) &&
  isName(row.last_name)

/** A drifted row: what can be read of it. A person without any readable name goes by the number of their account. */
const mend = (row: Raw, spare: number): LeaderboardRow => {
  const { user_id, username, first_name, last_name, last_solved_at } = row
  const id = numberOf(user_id)
  const call = typeof username === 'number' ? String(username) : username
  return {
    user_id: Number.isFinite(id) ? id : spare,
    rank: numberOf(row.rank),
    username: typeof call === 'string' && isReadable(call) ? call : `#${Number.isFinite(id) ? id : '?'}`,
    points: numberOf(row.points),
    solved: numberOf(row.solved),
    ...(typeof first_name === 'string' && isReadable(first_name) && { first_name }),
    ...(typeof last_name === 'string' && isReadable(last_name) && { last_name }),
    ...(typeof last_solved_at === 'string' && { last_solved_at }),
  }
}

const readRows = (raw: readonly unknown[]): LeaderboardRow[] => {
  const ids = new Set<number>()
  const rows: LeaderboardRow[] = []
  for (const one of raw) {
    if (!isRaw(one)) continue
    // No account has a number below zero, so these are nobody's.
    const spare = -rows.length - 1
    const row = isSound(one) ? (one as unknown as LeaderboardRow) : mend(one, spare)
    const isTwice = ids.has(row.user_id)
    ids.add(row.user_id)
    rows.push(isTwice ? { ...row, user_id: spare } : row)
  }
  const placeOf = ({ rank }: LeaderboardRow) => (Number.isFinite(rank) ? rank : Number.POSITIVE_INFINITY)
  const isSorted = rows.every((row, at) => at === 0 || placeOf(rows[at - 1] ?? row) <= placeOf(row))
  // Rows without a rank come last; `Infinity - Infinity` would be no number.
  return isSorted ? rows : rows.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
}

const readSeries = (raw: unknown): Leaderboard['series'] =>
  Array.isArray(raw)
    ? raw.flatMap(one =>
        isRaw(one) && Number.isFinite(numberOf(one.user_id)) && Array.isArray(one.points)
          ? [{ user_id: numberOf(one.user_id), points: one.points.filter(isRaw) as never }]
          : [],
      )
    : undefined

/**
 * A board as the pages may rely on it: every row has an account of its own and something to be called by, in the order
 * of the ranks. What is no number in a drifted answer is `NaN`. Null for an answer that holds no board at all.
 */
export const readBoard = (answer: unknown): Leaderboard | null => {
  if (Array.isArray(answer) && answer.length > 0) return { rows: readRows(answer) }
  if (!isRaw(answer) || !Array.isArray(answer.rows)) return null
  const { series: rawSeries, ...rest } = answer as unknown as Leaderboard
  const series = readSeries(rawSeries)
  return { ...rest, rows: readRows(answer.rows), ...(series && { series }) }
}

const fields = [
  'rank',
  'points',
  'solved',
  'last_solved_at',
  'username',
  'first_name',
  'last_name',
  'user_id',
] as const satisfies (keyof LeaderboardRow)[]

const isSame = (a: LeaderboardRow, b: LeaderboardRow): boolean =>
  fields.every(field => Object.is(a[field], b[field]))

/**
 * The fresh board, with every row that has not changed being the object it was, and all of the rows when none has: a refresh
 * then draws only what is new. Query's own comparison looks at every value of 10,000 rows with ten times the work.
 */
export const shareBoard = (before: Leaderboard | undefined, board: Leaderboard): Leaderboard => {
  if (!before) return board
  let known: Map<number, LeaderboardRow> | null = null
  let isUnchanged = before.rows.length === board.rows.length
  const rows = board.rows.map((row, at) => {
    const here = before.rows[at]
    if (here && isSame(here, row)) return here
    isUnchanged = false
    known ??= new Map(before.rows.map(one => [one.user_id, one]))
    const there = known.get(row.user_id)
    return there && isSame(there, row) ? there : row
  })
  const series = replaceEqualDeep(before.series, board.series)
  const isWhole = isUnchanged && series === before.series && before.updated_at === board.updated_at
  if (isWhole) return before
  return { ...board, rows: isUnchanged ? before.rows : rows, ...(series && { series }) }
}
