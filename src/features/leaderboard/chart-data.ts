import type { Leaderboard, LeaderboardRow } from '../../api/responses'
import { DAY_MS } from '../../lib/durations'
import {
  formatDayTime,
  formatMonth,
  formatShortDate,
  formatTime,
  type Moment,
  parseMoment,
} from '../../lib/format'

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

/** Series of users on the board, in board order, one per user. */
const readLines = ({ rows, series = [] }: Leaderboard) => {
  const pointsById = new Map(series.toReversed().map(({ user_id, points }) => [user_id, points]))
  return rows.flatMap(row => {
    const points = pointsById.get(row.user_id)
    return points ? [{ row, points }] : []
  })
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

/** Null without data. Only the points of drawn lines are parsed, and those may be malformed. */
export const getChartData = (board: Leaderboard, userId: number): ChartData | null => {
  const updated = parseMoment(board.updated_at)
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

/** A value that applies from a moment (milliseconds since the epoch) on. */
interface Step {
  at: number
  value: number
}

/** Longer lines are sampled; screens have fewer pixels. */
const MAX_POINTS = 2000

/** Earlier dates are zero values of a database. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)

/** The steps of a line in order of time. Skips invalid points and later ones: the year 9999 would compress the rest. */
export const readSteps = (points: readonly object[], latest = Number.POSITIVE_INFINITY): Step[] => {
  const stride = Math.max(1, Math.ceil(points.length / MAX_POINTS))
  const steps: Step[] = []
  for (let index = 0; index < points.length; index += 1) {
    // Always keep the last point.
    if (index % stride !== 0 && index !== points.length - 1) continue
    const { at, points: written } = (points[index] ?? {}) as { at?: Moment; points?: unknown }
    // Some servers send numbers as strings.
    const value = typeof written === 'string' && written.trim() !== '' ? Number(written) : written
    const time = parseMoment(at)
    if (time === null || time < EARLIEST_MS || time > latest) continue
    if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      steps.push({ at: time, value })
  }
  return steps.sort((a, b) => a.at - b.at)
}

/** Keeps the first and last step of each of `parts` equal intervals. */
export const thinSteps = (
  steps: readonly Step[],
  from: number,
  to: number,
  parts: number,
): readonly Step[] => {
  if (steps.length <= parts) return steps
  const part = ({ at }: Step) => Math.min(parts - 1, Math.floor(((at - from) / (to - from)) * parts))
  return steps.filter((step, index) => {
    const before = steps[index - 1]
    const next = steps[index + 1]
    return !before || !next || part(before) !== part(step) || part(next) !== part(step)
  })
}

/** The value at a moment; 0 before the first step. Expects steps in order of time. */
export const valueAt = (steps: readonly Step[], moment: number): number =>
  steps.findLast(({ at }) => at <= moment)?.value ?? 0

/** About four round ticks from 0 (or a negative minimum) up to the maximum. */
export const roundTicks = (least: number, most: number): number[] => {
  const low = Math.min(0, least)
  const high = Math.max(0, most, low + 1)
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find(one => one * power >= rough) ?? 10) * power)
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step)
}

/** `count` equidistant moments including both ends. */
export const timeTicks = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(from + ((to - from) * index) / (count - 1)))

/** Moves labels at least `gap` apart, as little as possible, within 0 and 1 if there is space. Keeps the order. */
export const spreadLabels = (wanted: readonly number[], gap: number): number[] => {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  // Overlapping labels are merged into blocks, each placed at its labels' average.
  const blocks: { sum: number; size: number }[] = []
  for (const [at, index] of order.entries()) {
    let block = { sum: (wanted[index] ?? 0) - at * gap, size: 1 }
    for (
      let last = blocks.at(-1);
      last && last.sum / last.size >= block.sum / block.size;
      last = blocks.at(-1)
    ) {
      block = { sum: last.sum + block.sum, size: last.size + block.size }
      blocks.pop()
    }
    blocks.push(block)
  }
  const most = Math.max(0, 1 - (wanted.length - 1) * gap)
  const starts = blocks.flatMap(({ sum, size }) =>
    Array.from({ length: size }, () => Math.min(most, Math.max(0, sum / size))),
  )
  const placed = [...wanted]
  for (const [at, index] of order.entries()) placed[index] = (starts[at] ?? 0) + at * gap
  return placed
}
