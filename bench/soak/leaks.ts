import type { Reading } from './cycle'

/** The slope by least squares; NaN for fewer than two points. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, level] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / spread
}

/** Heap growth in MB per 100 cycles. */
export function heapSlope(readings: readonly Reading[]): number {
  return 100 * slope(readings.map(({ cycles, heap }) => [cycles, heap]))
}

/** The tolerated increase of each counter. */
const spares = {
  /** The browser itself keeps a few temporarily. */
  many: { nodes: 100, documents: 3, listeners: 30, timers: 3, observers: 2, sockets: 0, requests: 0 },
  /** Less than one per 16 cycles, except for a document that the next collection frees. */
  few: { nodes: 10, documents: 1, listeners: 5, timers: 1, observers: 1, sockets: 0, requests: 0 },
} satisfies Record<string, Partial<Record<keyof Reading, number>>>

/** MB per 100 cycles (reliability case M02). */
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
 * One line per leak; the first reading is the baseline after the warm-up. Counters show a leak per cycle within 50
 * cycles.
 */
export function findLeaks(readings: readonly Reading[]): string[] {
  const grown = findMore(readings, spares.many)
  const perHundred = heapSlope(readings)
  // NaN proves nothing.
  return perHundred < steepest ? grown : [`heap: ${perHundred.toFixed(2)} MB for each 100 cycles`, ...grown]
}

/**
 * The same from about 16 cycles, by counters only: the engine still compiles then, which takes 40 to 110 kB of
 * heap per cycle, ten times the allowed leak.
 */
export const findLeaksOfFew = (readings: readonly Reading[]): string[] => findMore(readings, spares.few)
