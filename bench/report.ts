import { medianOf, type Samples, type Verdict } from './budgets'
import { measureTitles } from './measures'
import { summarise } from './statistics'

/** Rows of cells as a Markdown table, the first row its head; the first column left, numbers right. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map(row => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [line(head), rule, ...rest.map(line)].join('\n')
}

const pad = (text: string, width: number, column: number) =>
  column === 0 ? text.padEnd(width) : text.padStart(width)

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

type Place = readonly [target: string, measure: string]

/** What is compared to what; the right one is 1. */
const comparisons: readonly (readonly [title: string, left: Place, right: Place])[] = [
  [
    '10,000: from the address / bare from its address',
    ['board, 10,000', 'firstRow'],
    ['bare, 10,000', 'firstRow'],
  ],
  [
    '10,000: since asked for / bare since asked for',
    ['board, 10,000', 'sinceAsked'],
    ['bare, 10,000', 'sinceAsked'],
  ],
  [
    '10,000: since arrived / bare since arrived',
    ['board, 10,000', 'sinceArrived'],
    ['bare, 10,000', 'sinceArrived'],
  ],
  [
    '10,000: from a click inside / bare since asked for',
    ['board, 10,000, by a click', 'sinceClick'],
    ['bare, 10,000', 'sinceAsked'],
  ],
  [
    '100,000: from the address / bare from its address',
    ['board, 100,000', 'firstRow'],
    ['bare, 100,000', 'firstRow'],
  ],
  [
    '100,000: since arrived / bare since arrived',
    ['board, 100,000', 'sinceArrived'],
    ['bare, 100,000', 'sinceArrived'],
  ],
  ['100,000 / 10,000, from the address', ['board, 100,000', 'firstRow'], ['board, 10,000', 'firstRow']],
  [
    '100,000 / 10,000, from a click inside',
    ['board, 100,000, by a click', 'sinceClick'],
    ['board, 10,000, by a click', 'sinceClick'],
  ],
  ['100,000 / 10,000, bare', ['bare, 100,000', 'firstRow'], ['bare, 10,000', 'firstRow']],
  ...(['type', 'clear', 'sort', 'own'] as const).map(
    kind =>
      [
        `10,000: ${kind}, to next paint / a key on the empty table`,
        ['board, 10,000', kind],
        ['bare, empty', 'key'],
      ] as const,
  ),
  ['10,000 bare: a key / a key on the empty table', ['bare, 10,000', 'key'], ['bare, empty', 'key']],
  ['10,000: heap / bare', ['board, 10,000', 'heap'], ['bare, 10,000', 'heap']],
]

export function ratiosOf(samples: Samples): { title: string; ratio: number }[] {
  return comparisons.map(([title, left, right]) => ({
    title,
    ratio: medianOf(samples, ...left) / medianOf(samples, ...right),
  }))
}

export function printRatios(samples: Samples): string {
  const rows = ratiosOf(samples).map(({ title, ratio }) => [
    title,
    Number.isNaN(ratio) ? '–' : ratio.toFixed(2),
  ])
  return printTable([['ratio of medians', ''], ...rows])
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
