import { printTable } from '../scripts/lib/print-table'
import type { Samples, Verdict } from './budgets'
import { type Comparison, computeRatios } from './comparisons'
import { summarise } from './statistics'

/** Every measure of every target: median, and minimum to maximum if the rounds differ. */
export function printMeasures(samples: Samples, titles: Readonly<Record<string, string>>): string {
  const targets = [...samples.keys()]
  const rows = Object.entries(titles).flatMap(([measure, title]) => {
    const cells = targets.map(target =>
      cellOf((samples.get(target) ?? []).flatMap(one => one[measure] ?? [])),
    )
    return cells.some(cell => cell !== '') ? [[title.trim(), ...cells]] : []
  })
  return printTable([['', ...targets], ...rows])
}

function cellOf(values: readonly number[]): string {
  if (values.length === 0) return ''
  const { median, min, max } = summarise(values)
  const middle = shorten(median)
  return min === max ? middle : `${middle} (${shorten(min)}–${shorten(max)})`
}

/** Three significant digits are more than precise enough; small values keep their first digits. */
function shorten(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.5) return value.toFixed(3)
  return Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)
}

export function printRatios(samples: Samples, comparisons: readonly Comparison[]): string {
  const rows = computeRatios(samples, comparisons).map(({ title, ofMedians, ofBest }) => [
    title,
    ofMedians.toFixed(2),
    ofBest.toFixed(2),
  ])
  if (rows.length === 0) return ''
  return printTable([['ratio', 'of medians', 'of the best rounds'], ...rows])
}

export function printVerdicts(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ budget, limit, measured, isWithin }) => [
    budget,
    limit,
    measured,
    isWithin ? 'OK' : 'OVER',
  ])
  return printTable([['budget', 'limit', 'measured', ''], ...rows])
}
