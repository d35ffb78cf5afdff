/** What is read of one mutant that Stryker has tried. */
export interface TriedMutant {
  fileName: string
  mutatorName: string
  replacement?: string
  status: string
  /** Lines and columns from 1 on. */
  location: Record<'start' | 'end', { line: number; column: number }>
}

export interface MutantCount {
  killed: number
  timeout: number
  survived: number
  noCoverage: number
  /** Left out of the score: they take effect when a file is loaded, and each would cost a run of all tests. */
  ignored: number
}

const nothing: MutantCount = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, ignored: 0 }

const fieldOf = new Map<string, keyof MutantCount>([
  ['Killed', 'killed'],
  ['Timeout', 'timeout'],
  ['Survived', 'survived'],
  ['NoCoverage', 'noCoverage'],
  ['Ignored', 'ignored'],
])

/** Mutants by how they ended. One that did not compile or crashed its run is no mutant. */
export function countMutants(mutants: readonly TriedMutant[]): MutantCount {
  const count = { ...nothing }
  for (const { status } of mutants) {
    const field = fieldOf.get(status)
    if (field) count[field] += 1
  }
  return count
}

/** Killed mutants in percent of those that were tried; 0 where there were none. */
export function scoreOf({ killed, timeout, survived, noCoverage }: MutantCount): number {
  const tried = killed + timeout + survived + noCoverage
  return tried === 0 ? 0 : Math.round(((killed + timeout) / tried) * 1000) / 10
}

/**
 * Between which percents the score of all mutants lies with a certainty of 95 %, where those counted are a sample of them
 * (Wilson's interval, which holds near 0 and 100, too).
 */
export function intervalOf(count: MutantCount): { from: number; to: number } {
  const tried = count.killed + count.timeout + count.survived + count.noCoverage
  if (tried === 0) return { from: 0, to: 100 }
  const share = (count.killed + count.timeout) / tried
  const z2 = 1.96 ** 2
  const middle = share + z2 / (2 * tried)
  const reach = 1.96 * Math.sqrt((share * (1 - share)) / tried + z2 / (4 * tried ** 2))
  const percent = (value: number) => Math.round((value / (1 + z2 / tried)) * 1000) / 10
  return { from: percent(middle - reach), to: percent(middle + reach) }
}

/** What no test noticed, one line each: `src/lib/redirect.ts:47 EqualityOperator: a > b -> a >= b`. */
export function listSurvivors(mutants: readonly TriedMutant[], textOf: (file: string) => string): string[] {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location: { start, end }, replacement = '', status, mutatorName }) => {
      const line = textOf(fileName).split('\n')[start.line - 1] ?? ''
      const text = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
      const note = status === 'NoCoverage' ? ', met by no test' : ''
      return `${fileName}:${start.line} ${mutatorName}${note}: ${text} -> ${replacement.replace(/\s+/g, ' ')}`
    })
}
