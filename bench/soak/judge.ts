import type { Reading } from './cycle'

/** What a value grows by in each step of another, by least squares. NaN for fewer than two points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, level] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / spread
}

/** The heap's growth in MB for each 100 cycles. */
export function heapSlope(readings: readonly Reading[]): number {
  return 100 * slope(readings.map(({ cycles, heap }) => [cycles, heap]))
}

/** What must be back where it was: how many more at the end are no leak, for the browser itself keeps a few for a while. */
const spare = {
  nodes: 100,
  documents: 3,
  listeners: 30,
  timers: 3,
  observers: 2,
  sockets: 0,
  requests: 0,
} satisfies Partial<Record<keyof Reading, number>>

/** MB for each 100 cycles (reliability M02). */
const steepest = 1

/**
 * One line for each leak that the readings show; the first of them is the baseline, after the warm-up. A leak in each cycle
 * is seen from fewer than 50 cycles on: nodes, listeners and the rest are counted, not estimated.
 */
export function findLeaks(readings: readonly Reading[]): string[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first === last) throw new Error('A leak shows itself between two readings.')
  const grown = (Object.keys(spare) as (keyof typeof spare)[]).flatMap(name => {
    const more = last[name] - first[name]
    return more <= spare[name] ? [] : [`${name}: ${more} more than the ${first[name]} at the beginning`]
  })
  const perHundred = heapSlope(readings)
  // Not a number is no proof of anything.
  return perHundred < steepest ? grown : [`heap: ${perHundred.toFixed(2)} MB for each 100 cycles`, ...grown]
}
