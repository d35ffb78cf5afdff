import { formatDayTime, formatMonth, formatShortDate, formatTime, parseMoment } from '../../lib/format'
import { readSteps, type Step, thinSteps, timeTicks } from '../../lib/step-lines'
import type { Leaderboard, LeaderboardRow } from '../../queries/answers'
import { rowsOf } from '../../queries/board-place'

/** One person's line. */
interface PersonLine {
  row: LeaderboardRow
  isOwn: boolean
  /** In the order of time, at least one. */
  steps: readonly Step[]
}

export interface ChartData {
  /** In the order of the board. */
  lines: readonly PersonLine[]
  /** How many people the answer holds a line for. */
  total: number
  /** Both ends of the time, in milliseconds; `from` is the lesser. */
  from: number
  to: number
}

/** More lines than these nobody can follow. */
const mostLines = 10
/** Parts of the time in which a line may have corners: finer ones no screen shows. */
const parts = 240
const day = 86_400_000

/** The lines of those who stand on the board, one for each person, in the board's order. */
const findLines = (board: Leaderboard) => {
  const raw = new Map<number, unknown>()
  const series: unknown = board.series
  for (const one of Array.isArray(series)
    ? (series as ({ user_id?: unknown; points?: unknown } | null)[])
    : []) {
    const id = one?.user_id
    if (typeof id === 'number' && !raw.has(id)) raw.set(id, one?.points)
  }
  const found: { row: LeaderboardRow; points: unknown }[] = []
  if (raw.size === 0) return found
  for (const row of rowsOf(board)) {
    const points = raw.get(row?.user_id)
    if (points === undefined) continue
    raw.delete(row.user_id)
    found.push({ row, points })
    if (raw.size === 0) break
  }
  return found
}

/** The first lines, the reader's own always among them. */
const choose = <T extends { row: LeaderboardRow }>(found: readonly T[], userId: number): readonly T[] => {
  const own = found.findIndex(({ row }) => row.user_id === userId)
  return own < mostLines
    ? found.slice(0, mostLines)
    : [...found.slice(0, mostLines - 1), ...found.slice(own, own + 1)]
}

/**
 * The lines to draw, or null where a board has none: series may be absent, endless, or hold anything. Only what is drawn
 * is read, so a hundred lines of thousands of points cost as much as ten.
 */
export const chartData = (board: Leaderboard, userId: number): ChartData | null => {
  const updated = parseMoment(typeof board.updated_at === 'string' ? board.updated_at : null)
  // A day of mercy: the clocks of a platform need not agree.
  const latest = updated === null ? undefined : updated + day
  const read = findLines(board)
  const lines = choose(read, userId)
    .map(({ row, points }) => ({ row, isOwn: row.user_id === userId, steps: readSteps(points, latest) }))
    .filter(({ steps }) => steps.length > 0)
  if (lines.length === 0) return null
  const from = Math.min(...lines.map(({ steps }) => steps[0]?.at ?? 0))
  const last = Math.max(...lines.map(({ steps }) => steps.at(-1)?.at ?? 0))
  // All in one moment: the lines then need some time to be seen in.
  const to = last > from ? last : from + day
  return {
    lines: lines.map(line => ({ ...line, steps: thinSteps(line.steps, from, to, parts) })),
    total: read.length,
    from,
    to,
  }
}

/** Moments of the chart's time at even distances, in words short enough for an axis and plain enough to tell them apart. */
export const timeAxis = (
  { from, to }: Pick<ChartData, 'from' | 'to'>,
  count: number,
  language: string,
): { at: number; text: string }[] => {
  const span = to - from
  const inWords =
    span > 365 * day
      ? formatMonth
      : span > 2 * day
        ? formatShortDate
        : span > day
          ? formatDayTime
          : formatTime
  // A day with its time takes the room of two.
  const fitting = inWords === formatDayTime ? Math.min(count, 3) : count
  return timeTicks(from, to, fitting).map(at => ({ at, text: inWords(at, language) }))
}
