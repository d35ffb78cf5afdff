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

/** What must be back where it was: how many more at the end are no leak. */
const spares = {
  /** The browser itself keeps a few for a while. */
  many: { nodes: 100, documents: 3, listeners: 30, timers: 3, observers: 2, sockets: 0, requests: 0 },
  /** Less than one for each of 16 cycles, but for a document that the next collection takes. */
  few: { nodes: 10, documents: 1, listeners: 5, timers: 1, observers: 1, sockets: 0, requests: 0 },
} satisfies Record<string, Partial<Record<keyof Reading, number>>>

/** MB for each 100 cycles (reliability M02). */
const steepest = 1

function findMore(readings: readonly Reading[], spare: (typeof spares)['many']): string[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first === last) throw new Error('A leak shows itself between two readings.')
  return (Object.keys(spare) as (keyof typeof spare)[]).flatMap(name => {
    const more = last[name] - first[name]
    return more <= spare[name] ? [] : [`${name}: ${more} more than the ${first[name]} at the beginning`]
  })
}

/**
 * One line for each leak that the readings show; the first of them is the baseline, after the warm-up. A leak in each cycle
 * is seen from fewer than 50 cycles on: nodes, listeners and the rest are counted, not estimated.
 */
export function findLeaks(readings: readonly Reading[]): string[] {
  const grown = findMore(readings, spares.many)
  const perHundred = heapSlope(readings)
  // Not a number is no proof of anything.
  return perHundred < steepest ? grown : [`heap: ${perHundred.toFixed(2)} MB for each 100 cycles`, ...grown]
}

/**
 * The same from about 16 cycles, by what is counted alone: the engine still compiles then, and that takes 40 to 110 kB of the
 * heap in each cycle, ten times of what a leak may take. What a page keeps for long hangs on nodes or listeners, and one more
 * of them in each cycle is seen.
 */
export const findLeaksOfFew = (readings: readonly Reading[]): string[] => findMore(readings, spares.few)
