import { expect, test } from 'vitest'
import { boardComparisons } from './board/comparisons'
import { boardTitles } from './board/titles'
import { printMeasures, printRatios, printVerdicts } from './report'

test('a measure shows its median and spread, and only where it was taken', () => {
  const samples = new Map([
    ['bare, 10,000', [{ firstRow: 400 }, { firstRow: 500.4 }, { firstRow: 90.25 }]],
    ['board, 10,000', [{ firstRow: 800, rows: 40 }]],
  ])
  const lines = printMeasures(samples, boardTitles).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain('| 400 (90.3–500) |')
  expect(lines[3]).toMatch(/rows in the DOM.*\| +\| +40 \|$/)
})

test('a ratio is of medians, and of the best rounds beside it', () => {
  const samples = new Map([
    ['bare, 10,000', [{ firstRow: 400 }, { firstRow: 500 }, { firstRow: 9000 }]],
    ['board, 10,000', [{ firstRow: 600 }, { firstRow: 750 }, { firstRow: 800 }]],
  ])
  expect(printRatios(samples, boardComparisons)).toMatch(
    /^\| 10,000: first row from the address.* 1\.50 \| +1\.50 \|$/m,
  )
})

test('a verdict says whether its limit is kept', () => {
  const verdict = { budget: 'rows', limit: 'below 60', measured: '60', value: 60, isWithin: false }
  expect(printVerdicts([verdict, { ...verdict, measured: '59', isWithin: true }])).toMatch(
    /60 \| OVER \|\n.*59 \| {3}OK \|$/,
  )
})
