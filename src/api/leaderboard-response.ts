import { replaceEqualDeep } from '@tanstack/react-query'
import { isRecord } from '../lib/is-record'
import { hasVisibleText } from './display-name'
import type { Leaderboard, LeaderboardRow } from './responses'

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** `12` or `"12"`; other values are `NaN` and shown as a dash. */
const toNumber = (value: unknown): number =>
  isFiniteNumber(value)
    ? value
    : typeof value === 'string' && value.trim() !== ''
      ? Number(value)
      : Number.NaN

const isOptionalName = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && hasVisibleText(value))

/** Nearly all rows are valid and keep their identity. */
const isValidRow = (row: Record<string, unknown>): boolean =>
  isFiniteNumber(row.user_id) &&
  isFiniteNumber(row.rank) &&
  isFiniteNumber(row.points) &&
  isFiniteNumber(row.solved) &&
  typeof row.username === 'string' &&
  hasVisibleText(row.username) &&
  isOptionalName(row.first_name) &&
  isOptionalName(row.last_name) &&
  (row.is_public === undefined || typeof row.is_public === 'boolean')

/** Coerces a malformed row. A user without a visible name is shown by id. */
const coerceRow = (row: Record<string, unknown>, fallbackId: number): LeaderboardRow => {
  const { user_id, username, first_name, last_name, last_solved_at, is_public, solved_tasks } = row
  const id = toNumber(user_id)
  const call = typeof username === 'number' ? String(username) : username
  return {
    user_id: Number.isFinite(id) ? id : fallbackId,
    rank: toNumber(row.rank),
    username: typeof call === 'string' && hasVisibleText(call) ? call : `#${Number.isFinite(id) ? id : '?'}`,
    points: toNumber(row.points),
    solved: toNumber(row.solved),
    ...(typeof first_name === 'string' && hasVisibleText(first_name) && { first_name }),
    ...(typeof last_name === 'string' && hasVisibleText(last_name) && { last_name }),
    ...(typeof is_public === 'boolean' && { is_public }),
    ...(typeof last_solved_at === 'string' && { last_solved_at }),
    ...(Array.isArray(solved_tasks) && { solved_tasks }),
  }
}

const parseRows = (raw: readonly unknown[]): LeaderboardRow[] => {
  const ids = new Set<number>()
  const rows: LeaderboardRow[] = []
  for (const one of raw) {
    if (!isRecord(one)) continue
    // Account ids are positive, so negative ones are unique.
    const spare = -rows.length - 1
    const row = isValidRow(one) ? (one as unknown as LeaderboardRow) : coerceRow(one, spare)
    const isDuplicate = ids.has(row.user_id)
    ids.add(row.user_id)
    rows.push(isDuplicate ? { ...row, user_id: spare } : row)
  }
  const getSortRank = ({ rank }: LeaderboardRow) => (Number.isFinite(rank) ? rank : Number.POSITIVE_INFINITY)
  const isSorted = rows.every((row, at) => at === 0 || getSortRank(rows[at - 1] ?? row) <= getSortRank(row))
  // Rows without a rank come last; `Infinity - Infinity` would be `NaN`.
  return isSorted
    ? rows
    : rows.sort((a, b) => (getSortRank(a) === getSortRank(b) ? 0 : getSortRank(a) - getSortRank(b)))
}

const parseSeries = (raw: unknown): Leaderboard['series'] =>
  Array.isArray(raw)
    ? raw.flatMap(one =>
        isRecord(one) && Number.isFinite(toNumber(one.user_id)) && Array.isArray(one.points)
          ? [{ user_id: toNumber(one.user_id), points: one.points.filter(isRecord) as never }]
          : [],
      )
    : undefined

/** Rows sorted by rank, with unique ids and names; invalid numbers are `NaN`. Null if it is no leaderboard. */
export const parseLeaderboard = (answer: unknown): Leaderboard | null => {
  if (Array.isArray(answer) && answer.length > 0) return { rows: parseRows(answer) }
  if (!isRecord(answer) || !Array.isArray(answer.rows)) return null
  const { series: rawSeries, ...rest } = answer as unknown as Leaderboard
  const series = parseSeries(rawSeries)
  return { ...rest, rows: parseRows(answer.rows), ...(series && { series }) }
}

const ROW_FIELDS = [
  'rank',
  'points',
  'solved',
  'last_solved_at',
  'username',
  'first_name',
  'last_name',
  'user_id',
] as const satisfies (keyof LeaderboardRow)[]

const isSameRow = (a: LeaderboardRow, b: LeaderboardRow): boolean =>
  ROW_FIELDS.every(field => Object.is(a[field], b[field])) &&
  a.solved_tasks?.length === b.solved_tasks?.length

/**
 * Reuses the objects of unchanged rows, and the array if no row changed, so that a refetch rerenders only changes.
 * Query's structural sharing takes ten times as long for 10,000 rows.
 */
export const reuseUnchangedRows = (before: Leaderboard | undefined, board: Leaderboard): Leaderboard => {
  if (!before) return board
  let known: Map<number, LeaderboardRow> | null = null
  let isUnchanged = before.rows.length === board.rows.length
  const rows = board.rows.map((row, at) => {
    const sameIndex = before.rows[at]
    if (sameIndex && isSameRow(sameIndex, row)) return sameIndex
    isUnchanged = false
    known ??= new Map(before.rows.map(one => [one.user_id, one]))
    const sameUser = known.get(row.user_id)
    return sameUser && isSameRow(sameUser, row) ? sameUser : row
  })
  const series = replaceEqualDeep(before.series, board.series)
  const isSameBoard = isUnchanged && series === before.series && before.updated_at === board.updated_at
  if (isSameBoard) return before
  return { ...board, rows: isUnchanged ? before.rows : rows, ...(series && { series }) }
}
