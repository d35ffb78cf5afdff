import type { Measures } from './measures'
import { summarise } from './statistics'

/** All measurements of a run by target, one entry per round. */
export type Samples = ReadonlyMap<string, readonly Measures[]>

export interface Verdict {
  budget: string
  /** Formatted with its unit. */
  limit: string
  measured: string
  /** NaN if nothing was measured, which exceeds the limit. */
  value: number
  isWithin: boolean
}

type Pick = 'median' | 'least' | 'most'

/** One measure of one target over all rounds; NaN if missing. */
export function acrossRounds(
  samples: Samples,
  target: string,
  measure: string,
  pick: Pick = 'median',
): number {
  const { median, min, max } = summarise((samples.get(target) ?? []).flatMap(one => one[measure] ?? []))
  return { median, least: min, most: max }[pick]
}

export interface Budget {
  budget: string
  /** The targets that it applies to. */
  targets: readonly string[]
  limit: number
  /** `below` excludes the limit itself. */
  is: 'below' | 'at most' | 'at least'
  unit: '' | ' ms' | '×'
  of: (samples: Samples) => number
}

/** One measure of one target. */
export type Place = readonly [target: string, measure: string]

/** A budget for the ratio of the left to the right measure. */
export const ratio = (budget: string, limit: number, left: Place, right: Place): Budget => ({
  budget,
  targets: [left[0], right[0]],
  limit,
  is: 'at most',
  unit: '×',
  of: samples => acrossRounds(samples, ...left) / acrossRounds(samples, ...right),
})

/** Evaluates every budget whose targets were measured. */
export function evaluateBudgets(samples: Samples, budgets: readonly Budget[]): Verdict[] {
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
