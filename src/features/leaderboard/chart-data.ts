import { formatDayTime, formatMonth, formatShortDate, formatTime, parseMoment } from '../../lib/format'
import { readSteps, type Step, thinSteps, timeTicks } from '../../lib/step-lines'
import { getRows } from '../../queries/leaderboard-position'
import type { Leaderboard, LeaderboardRow } from '../../queries/responses'

interface UserLine {
  row: LeaderboardRow
  isOwn: boolean
  /** Ordered by time, never empty. */
  steps: readonly Step[]
}

export interface ChartData {
  /** In leaderboard order. */
  lines: readonly UserLine[]
  /** Number of users with a series in the response. */
  total: number
  /** Timestamps in milliseconds. */
  from: number
  to: number
}

/** More lines are unreadable. */
const MAX_LINES = 10
/** Maximum points per line; more are not visible. */
const TIME_BUCKETS = 240
const DAY_MS = 86_400_000

/** Series of users on the board, in board order, one per user. */
const readLines = (board: Leaderboard) => {
  const raw = new Map<number, unknown>()
  const series: unknown = board.series
  for (const one of Array.isArray(series)
    ? (series as ({ user_id?: unknown; points?: unknown } | null)[])
    : []) {
    const id = one?.user_id
    if (typeof id === 'number' && !raw.has(id)) raw.set(id, one?.points)
  }
  const entries: { row: LeaderboardRow; points: unknown }[] = []
  if (raw.size === 0) return entries
  for (const row of getRows(board)) {
    const points = raw.get(row?.user_id)
    if (points === undefined) continue
    raw.delete(row.user_id)
    entries.push({ row, points })
    if (raw.size === 0) break
  }
  return entries
}

/** The first lines; the user's own is always included. */
const selectLines = <T extends { row: LeaderboardRow }>(
  entries: readonly T[],
  userId: number,
): readonly T[] => {
  const ownIndex = entries.findIndex(({ row }) => row.user_id === userId)
  return ownIndex < MAX_LINES
    ? entries.slice(0, MAX_LINES)
    : [...entries.slice(0, MAX_LINES - 1), ...entries.slice(ownIndex, ownIndex + 1)]
}

/**
 * Lines to draw, or null without data. The series may be missing or malformed. Only the drawn lines are
 * parsed.
 */
export const getChartData = (board: Leaderboard, userId: number): ChartData | null => {
  const updated = parseMoment(typeof board.updated_at === 'string' ? board.updated_at : null)
  // Tolerates a day of clock skew in the server data.
  const maxTime = updated === null ? undefined : updated + DAY_MS
  const read = readLines(board)
  const lines = selectLines(read, userId)
    .map(({ row, points }) => ({ row, isOwn: row.user_id === userId, steps: readSteps(points, maxTime) }))
    .filter(({ steps }) => steps.length > 0)
  if (lines.length === 0) return null
  const from = Math.min(...lines.map(({ steps }) => steps[0]?.at ?? 0))
  const last = Math.max(...lines.map(({ steps }) => steps.at(-1)?.at ?? 0))
  // A single timestamp still needs a time span to draw.
  const to = last > from ? last : from + DAY_MS
  return {
    lines: lines.map(line => ({ ...line, steps: thinSteps(line.steps, from, to, TIME_BUCKETS) })),
    total: read.length,
    from,
    to,
  }
}

/** Evenly spaced ticks with the shortest labels that are still distinct. */
export const getTimeAxis = (
  { from, to }: Pick<ChartData, 'from' | 'to'>,
  count: number,
  language: string,
): { at: number; text: string }[] => {
  const span = to - from
  const format =
    span > 365 * DAY_MS
      ? formatMonth
      : span > 2 * DAY_MS
        ? formatShortDate
        : span > DAY_MS
          ? formatDayTime
          : formatTime
  // Labels with day and time are twice as wide.
  const tickCount = format === formatDayTime ? Math.min(count, 3) : count
  return timeTicks(from, to, tickCount).map(at => ({ at, text: format(at, language) }))
}
