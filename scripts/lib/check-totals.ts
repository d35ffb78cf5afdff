import { stripVTControlCharacters } from 'node:util'
import { printTable } from './print-table'

/** What one check of `npm test` has shown. */
export interface CheckTotals {
  /** As in `npm run TITLE`. */
  title: string
  isPassed: boolean
  seconds: number
  /** Tests that passed; 0 for a check without any. */
  tests: number
  /** Pages that were looked at, each in one state, theme, width and language. */
  looks: number
}

/** Reads from the last lines of Vitest (`Tests  12 passed`) and Playwright (`1 flaky`, `12 passed`) how many tests passed. */
export function countTests(output: string): number {
  const found = stripVTControlCharacters(output).matchAll(
    /^\s*(?:Tests\s+)?(?:\d+ failed \| )?(\d+) (?:passed|flaky)\b/gm,
  )
  return sum([...found].map(([, count]) => Number(count)))
}

/** Reads how many looks the workers of `e2e/access-looks.spec.ts` took: those of a second try are the same ones again. */
export function countLooks(output: string): number {
  const found = [...output.matchAll(/^ *(\d+) looks in \d+ s by this worker, of (\d+) in this run/gm)]
  return Math.min(sum(found.map(([, count]) => Number(count))), Number(found[0]?.[2] ?? 0))
}

/** As in `8 s` and `12 min 05 s`. */
export function printDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/** A row for each check. Those that run together are each as long as the others let them be, so no column adds up to the whole. */
export function printTotals(checks: readonly CheckTotals[]): string {
  const number = (value: number) => (value > 0 ? String(value) : '')
  return printTable([
    ['check', 'result', 'tests', 'looks', 'time'],
    ...checks.map(({ title, isPassed, tests, looks, seconds }) => [
      title,
      isPassed ? 'passed' : 'FAILED',
      number(tests),
      number(looks),
      printDuration(seconds),
    ]),
  ])
}

/** As in `9981 tests in them and 608 looks at pages`. */
export function printCounts(checks: readonly CheckTotals[]): string {
  const looks = sum(checks.map(check => check.looks))
  const tests = `${sum(checks.map(check => check.tests))} tests in them`
  return looks > 0 ? `${tests} and ${looks} looks at pages` : tests
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
