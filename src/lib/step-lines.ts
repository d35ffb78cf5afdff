import { type Moment, parseMoment } from './format'

/** A value that applies from a moment (milliseconds since the epoch) on. */
export interface Step {
  at: number
  value: number
}

/** Longer lines are sampled; screens have fewer pixels. */
const MAX_POINTS = 2000

/** Earlier dates are zero values of a database. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)

/**
 * Reads the steps of a line in order of time. Skips points without a valid time or value and those after `latest`: a
 * date in the year 9999 would compress the rest.
 */
export const readSteps = (raw: unknown, latest = Number.POSITIVE_INFINITY): Step[] => {
  const points: readonly unknown[] = Array.isArray(raw) ? raw : []
  const stride = Math.max(1, Math.ceil(points.length / MAX_POINTS))
  const steps: Step[] = []
  for (let index = 0; index < points.length; index += 1) {
    // Always keep the last point.
    if (index % stride !== 0 && index !== points.length - 1) continue
    const { at, points: written } = (points[index] ?? {}) as { at?: unknown; points?: unknown }
    // Some servers send numbers as strings.
    const value = typeof written === 'string' && written.trim() !== '' ? Number(written) : written
    const time = typeof at === 'string' ? parseMoment(at as Moment) : null
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

/**
 * Moves labels at least `gap` apart and as little as possible, within 0 and 1 if there is space. Returns positions in
 * the given order.
 */
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
