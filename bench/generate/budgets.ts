import type { Verdict } from '../budgets'
import type { Latency } from '../mocks/latency'
import { ownSet } from '../mocks/latency'
import { median } from '../statistics'
import type { ColdRuns } from './cold-runs'
import type { SampleCount } from './invalid-samples'
import { ownSamples } from './sample-makers'
import { checkName, emptyName, ownName } from './targets'

/** The promises of the generator and of its mocks, for everything that was measured. */
export function judgeRun(
  cold: readonly ColdRuns[],
  counts: readonly SampleCount[],
  latencies: readonly Latency[],
): Verdict[] {
  const runsOf = (name: string) => cold.filter(({ target }) => target.name === name)
  const timeOf = (name: string) => median(runsOf(name).flatMap(({ milliseconds }) => milliseconds))
  const generated = runsOf(ownName).map(() =>
    verdict('everything but the types, cold', 500, timeOf(ownName), ' ms', 'below'),
  )
  const checked = runsOf(emptyName).map(() =>
    verdict('--check without a change, to an empty file', 1.3, timeOf(checkName) / timeOf(emptyName), '×'),
  )
  const sampled = counts
    .filter(({ name }) => name === ownSamples)
    .map(({ samples, invalid }) =>
      verdict('samples that are not valid', 0, samples > 0 ? invalid : Number.NaN, ''),
    )
  const asked = latencies
    .filter(({ name }) => name === ownSet)
    .flatMap(({ route, p50, p99 }) => [
      verdict(`${route}, p50`, 0.5, p50, ' ms'),
      verdict(`${route}, p99`, 3, p99, ' ms'),
    ])
  return [...generated, ...checked, ...sampled, ...asked]
}

function verdict(
  budget: string,
  limit: number,
  value: number,
  unit: Verdict['limit'],
  is: 'at most' | 'below' = 'at most',
): Verdict {
  const isWithin = is === 'below' ? value < limit : value <= limit
  const digits = Number.isInteger(value) ? 0 : 2
  const measured = Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`
  return { budget, limit: `${is} ${limit}${unit}`, measured, value, isWithin }
}
