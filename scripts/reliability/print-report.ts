import { printTable } from '../lib/print-table'
import type { Judgement } from './judge-cases'
import type { KeptFigure } from './read-run'

/** Figures in the order of the report: the first part of the name, and what it is about. */
const parts = [
  ['bad-inputs', 'Bad inputs, by sink'],
  ['faults', 'Faults injected and survived'],
  ['refresh', 'Silent refresh'],
  ['violations', 'Violations of the content security policy'],
  ['soak', 'Soak'],
  ['breaks', 'Known ways to break it, each of which must turn a test red'],
  ['mutants', 'Mutants'],
  ['anchors', 'Side by side with the anchors'],
] as const

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
  return [printTable([['group', 'held'], ...rows, row('all', cases)]), '', ...whyNot(cases)]
    .join('\n')
    .trimEnd()
}

/** Cases that are not held for the same reason share a line. */
const whyNot = (cases: readonly Judgement[]): string[] => {
  const reasons = new Map<string, string[]>()
  for (const { id, verdict, reasons: own } of cases.filter(one => one.verdict !== 'held')) {
    const why = `${verdict}: ${own.join('; ')}`
    reasons.set(why, [...(reasons.get(why) ?? []), id])
  }
  return [...reasons].map(([why, ids]) => `  ${ids.join(' ')} ${why}`)
}

/** Every figure under its part; a part that nobody has measured says so. */
export const printFigures = (figures: readonly KeptFigure[]): string =>
  parts
    .map(([part, title]) => {
      const own = figures.filter(({ name }) => name === part || name.startsWith(`${part}.`))
      return `${title}\n${own.length === 0 ? '  not measured' : own.map(printFigure).join('\n')}`
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
