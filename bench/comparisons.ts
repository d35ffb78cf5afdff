import { overRounds, type Place, type Samples } from './budgets'

/** What is compared to what; the right one is 1. */
export type Comparison = readonly [title: string, left: Place, right: Place]

export interface Ratio {
  title: string
  /** Of the medians over the rounds. */
  ofMedians: number
  /** Of the best rounds, which a busy computer has disturbed least. */
  ofBest: number
}

/** Every comparison whose two sides were measured. */
export function ratiosOf(samples: Samples, comparisons: readonly Comparison[]): Ratio[] {
  return comparisons
    .map(([title, left, right]) => ({
      title,
      ofMedians: overRounds(samples, ...left) / overRounds(samples, ...right),
      ofBest: overRounds(samples, ...left, 'least') / overRounds(samples, ...right, 'least'),
    }))
    .filter(({ ofMedians }) => !Number.isNaN(ofMedians))
}
