import { printTable } from '../lib/print-table'
import { checks } from './checks'
import type { Judgement } from './judge-cases'
import type { KeptFigure } from './read-run'
import type { KeptRun, TestResult } from './test-result'

/** Figures in the order of the report: the first part of the name, what it is about, and the command that leaves it. */
const parts = [
  ['bad-inputs', 'Bad inputs, by sink', 'unit'],
  ['faults', 'Faults injected and survived', 'unit'],
  ['refresh', 'Silent refresh of the session', 'unit, npm run e2e'],
  ['violations', 'Violations of the content security policy', 'e2e'],
  ['soak', 'Soak: the same rounds over and over, and what they leave behind', 'bench:soak'],
] as const

/** What there is to judge by: how many tests of each kind, how each check ended. */
export const printRun = (folder: string, { unit, journeys, checks: ended }: KeptRun): string => {
  const count = (tests: TestResult[] | null) => {
    if (tests === null) return 'not run'
    const of = (wanted: TestResult['state']) => tests.filter(({ state }) => state === wanted).length
    return `${of('passed')} passed, ${of('failed')} failed, ${of('skipped')} skipped`
  }
  const said = { passed: 'passed', failed: 'failed', unknown: 'got no answer' }
  const stateOf = (script: string) => {
    const state = ended?.[script]
    return state ? said[state] : 'not run'
  }
  return [
    `Results in ${folder}`,
    `  unit tests: ${count(unit)}`,
    `  journeys in a browser: ${count(journeys)}`,
    ...checks.map(({ script }) => `  npm run ${script}: ${stateOf(script)}`),
  ].join('\n')
}

/** Cases held of those in the catalogue, by group, and why any is not. */
export const printCases = (cases: readonly Judgement[]): string => {
  const groups = [...new Set(cases.map(({ group }) => group))]
  const row = (name: string, some: readonly Judgement[]) => {
    const held = some.filter(({ verdict }) => verdict === 'held').length
    return [name, `${held} / ${some.length}`]
  }
  const rows = groups.map(group => {
    const own = cases.filter(one => one.group === group)
    return row(`${group} ${own[0]?.about ?? ''}`, own)
  })
  return [
    'Cases held, of those in the catalogue. A case is held when all that bears its name was run and passed.',
    printTable([['group', 'held'], ...rows, row('all', cases)]),
    ...whyNot(cases),
  ].join('\n\n')
}

/** Cases that are not held for the same reason stand together, the broken ones first. */
const whyNot = (cases: readonly Judgement[]): string[] => {
  const order = ['broken', 'not run'] as const
  return order.flatMap(wanted => {
    const reasons = new Map<string, string[]>()
    for (const { id, reasons: own } of cases.filter(({ verdict }) => verdict === wanted))
      reasons.set(own.join('; '), [...(reasons.get(own.join('; ')) ?? []), id])
    const lines = [...reasons].map(([why, ids]) => `  ${why}:\n${inLines(ids)}`)
    const count = [...reasons.values()].flat().length
    return count === 0
      ? []
      : [[`${wanted === 'broken' ? 'Broken' : 'Not run'}: ${count}`, ...lines].join('\n')]
  })
}

/** The catalogue has long groups, and a terminal short lines. */
const inLines = (ids: readonly string[]): string =>
  Array.from(
    { length: Math.ceil(ids.length / 20) },
    (_, line) => `    ${ids.slice(line * 20, (line + 1) * 20).join(' ')}`,
  ).join('\n')

/** Every figure under its part; a part that nobody has measured says so. */
export const printFigures = (figures: readonly KeptFigure[]): string =>
  parts
    .map(([part, title, script]) => {
      const own = figures.filter(({ name }) => name === part || name.startsWith(`${part}.`))
      return `${title}\n${own.length === 0 ? `  not measured (npm run ${script})` : own.map(printFigure).join('\n')}`
    })
    .concat(sums(figures))
    .join('\n\n')

const printFigure = ({ name, at, figure }: KeptFigure): string => {
  const sink = name.includes('.') ? `${name.slice(name.indexOf('.') + 1)}: ` : ''
  const day = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `  ${sink}${Object.entries(figure).map(printValue).join(', ')}  (${day} UTC)`
}

const printValue = ([name, value]: [string, unknown]): string =>
  `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`

/** The sums over all sinks, and over all parts of the faults; nothing where nothing was measured. */
const sums = (figures: readonly KeptFigure[]): string[] => {
  const sum = (part: string, key: string): number | null => {
    const values = figures
      .filter(({ name }) => name.startsWith(`${part}.`))
      .flatMap(({ figure }) => (typeof figure[key] === 'number' ? [figure[key]] : []))
    return values.length === 0 ? null : values.reduce((one, other) => one + other, 0)
  }
  const line = (words: string, part: string, of: string, key: string) => {
    const [all, some] = [sum(part, of), sum(part, key)]
    return all === null || some === null ? [] : [`${words}: ${of} ${all}, ${key} ${some}`]
  }
  const lines = [
    ...line('Bad inputs in all', 'bad-inputs', 'tried', 'escaped'),
    ...line('Faults in all', 'faults', 'cells', 'survived'),
  ]
  return lines.length === 0 ? [] : [lines.join('\n')]
}
