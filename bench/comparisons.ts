import { acrossRounds, type Place, type Samples } from './budgets'

/** The ratio of the left to the right measure. */
export type Comparison = readonly [title: string, left: Place, right: Place]

export interface Ratio {
  title: string
  /** Of the medians. */
  ofMedians: number
  /** Of the best rounds, which other load on the machine disturbs least. */
  ofBest: number
}

/** Every comparison with both sides measured. */
export function computeRatios(samples: Samples, comparisons: readonly Comparison[]): Ratio[] {
  return comparisons
    .map(([title, left, right]) => ({
      title,
      ofMedians: acrossRounds(samples, ...left) / acrossRounds(samples, ...right),
      ofBest: acrossRounds(samples, ...left, 'least') / acrossRounds(samples, ...right, 'least'),
    }))
    .filter(({ ofMedians }) => !Number.isNaN(ofMedians))
}
