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
