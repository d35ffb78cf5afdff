import type { Outcome, Verdict } from './outcome'

export type Score = {
  readonly driftId: string
  readonly caught: number
  readonly classified: number
  /** Mutants that count: neither equivalent nor unreachable. */
  readonly of: number
  readonly left: Readonly<Record<Verdict, number>>
}

const verdicts: readonly Verdict[] = ['caught', 'missed', 'unreached', 'stopped', 'unreachable', 'equivalent']

export function scoreOf(driftId: string, outcomes: readonly Outcome[]): Score {
  const count = (verdict: Verdict) => outcomes.filter(one => one.verdict === verdict).length
  const left = Object.fromEntries(verdicts.map(verdict => [verdict, count(verdict)])) as Record<
    Verdict,
    number
  >
  const classified = outcomes.filter(one => one.verdict === 'caught' && one.isClassified).length
  return {
    driftId,
    caught: left.caught,
    classified,
    of: outcomes.length - left.unreachable - left.equivalent,
    left,
  }
}

function scoresByClass(outcomes: readonly Outcome[]): Score[] {
  const ids = [...new Set(outcomes.map(({ driftId }) => driftId))].sort()
  return ids.map(id =>
    scoreOf(
      id,
      outcomes.filter(({ driftId }) => driftId === id),
    ),
  )
}

/** A text table with a row per class and a total. */
export function printScores(title: string, outcomes: readonly Outcome[]): string {
  const rows = [...scoresByClass(outcomes), scoreOf('all', outcomes)].map(
    ({ driftId, caught, classified, of, left }) => [
      driftId,
      `${caught}/${of}`,
      `${classified}/${of}`,
      ...[left.missed, left.unreached, left.stopped, left.unreachable, left.equivalent].map(count =>
        count === 0 ? '' : String(count),
      ),
    ],
  )
  const head = [
    'class',
    'caught',
    'classified',
    'missed',
    'unreached',
    'stopped',
    'no way there',
    'equivalent',
  ]
  return `${title}\n${table([head, ...rows])}`
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
}
