import { type Moment, parseMoment } from './format'

/** A value that holds from a moment (milliseconds since the epoch) on. */
export interface Step {
  at: number
  value: number
}

/** More points of one line than these are read at even distances; no screen has room for so many. */
const mostRead = 2000

/** What lies before is no time of the platform but a "zero" of some database. */
const earliest = Date.UTC(2000, 0, 1)

/**
 * The steps of a line, in the order of time, from points that may hold anything. What has no readable time or value is
 * left out, as is what lies after `latest`: one date of the year 9999 would press all others to the edge.
 */
export const readSteps = (raw: unknown, latest = Number.POSITIVE_INFINITY): Step[] => {
  const points: readonly unknown[] = Array.isArray(raw) ? raw : []
  const stride = Math.max(1, Math.ceil(points.length / mostRead))
  const steps: Step[] = []
  for (let index = 0; index < points.length; index += 1) {
    // The last point is where the line stands now.
    if (index % stride !== 0 && index !== points.length - 1) continue
    const { at, points: written } = (points[index] ?? {}) as { at?: unknown; points?: unknown }
    // Like the rows of the board, a number may have come as text.
    const value = typeof written === 'string' && written.trim() !== '' ? Number(written) : written
    const time = typeof at === 'string' ? parseMoment(at as Moment) : null
    if (time === null || time < earliest || time > latest) continue
    if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      steps.push({ at: time, value })
  }
  return steps.sort((a, b) => a.at - b.at)
}

/** At most two steps for each of so many equal parts of the time: the first and the last of it. */
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

/** The value that holds at a moment; 0 before the first step. Takes steps in the order of time. */
export const valueAt = (steps: readonly Step[], moment: number): number =>
  steps.findLast(({ at }) => at <= moment)?.value ?? 0

/** From 0 (or the least value below it) by round steps to the first one that no value exceeds, of about four. */
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

/** So many moments at even distances, both ends among them. */
export const timeTicks = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(from + ((to - from) * index) / (count - 1)))

/**
 * Moves labels apart, so that any two are at least `gap` from each other, each stays as near to where it is wanted as that
 * allows, and all lie between 0 and 1 as far as there is room. Positions come back in the order they were given in.
 */
export const spreadLabels = (wanted: readonly number[], gap: number): number[] => {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  // Labels that would overlap become one block, which stands where its labels want to be on average.
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
