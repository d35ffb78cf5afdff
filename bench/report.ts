import { printTable } from '../scripts/lib/print-table'
import type { Samples, Verdict } from './budgets'
import { ratiosOf } from './comparisons'
import { measureTitles } from './measures'
import { summarise } from './statistics'

/** Every measure of every target: median, and least to most where the rounds differ. */
export function printMeasures(samples: Samples): string {
  const targets = [...samples.keys()]
  const rows = Object.entries(measureTitles).flatMap(([measure, title]) => {
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

/** Three figures are more than a busy computer can tell apart. */
function shorten(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)
}

export function printRatios(samples: Samples): string {
  const rows = ratiosOf(samples).map(({ title, ofMedians, ofBest }) => [
    title,
    ofMedians.toFixed(2),
    ofBest.toFixed(2),
  ])
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
