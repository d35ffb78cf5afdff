import type { Measures } from './measures'
import { summarise } from './statistics'

/** All measurements of a run: by the name of the target, one entry for each round. */
export type Samples = ReadonlyMap<string, readonly Measures[]>

export interface Verdict {
  budget: string
  /** As it is printed, with its unit. */
  limit: string
  measured: string
  /** NaN where nothing was measured: then it is not within the limit. */
  value: number
  isWithin: boolean
}

type Pick = 'median' | 'least' | 'most'

/** One measure of one target over the rounds; NaN where there is none. */
export function overRounds(samples: Samples, target: string, measure: string, pick: Pick = 'median'): number {
  const { median, min, max } = summarise((samples.get(target) ?? []).flatMap(one => one[measure] ?? []))
  return { median, least: min, most: max }[pick]
}

export interface Budget {
  budget: string
  /** The targets that it is about. */
  targets: readonly string[]
  limit: number
  /** `below`: the limit itself is too much. */
  is: 'below' | 'at most' | 'at least'
  unit: '' | ' ms' | '×'
  of: (samples: Samples) => number
}

/** One measure of one target. */
export type Place = readonly [target: string, measure: string]

/** The left one is at most so many times the right one. */
export const ratio = (budget: string, limit: number, left: Place, right: Place): Budget => ({
  budget,
  targets: [left[0], right[0]],
  limit,
  is: 'at most',
  unit: '×',
  of: samples => overRounds(samples, ...left) / overRounds(samples, ...right),
})

/** Every budget whose targets were measured. */
export function judge(samples: Samples, budgets: readonly Budget[]): Verdict[] {
  return budgets
    .filter(({ targets }) => targets.every(target => samples.has(target)))
    .map(({ budget, limit, is, unit, of }) => {
      const value = of(samples)
      const isWithin = is === 'below' ? value < limit : is === 'at most' ? value <= limit : value >= limit
      const digits = unit === '×' ? 2 : unit === ' ms' ? 1 : Number.isInteger(value) ? 0 : 3
      const measured = Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`
      return { budget, limit: `${is} ${limit}${unit}`, measured, value, isWithin }
    })
}
