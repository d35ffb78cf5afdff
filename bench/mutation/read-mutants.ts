/** What is read of a report in Stryker's format (mutation-testing-report-schema). */
export interface MutantReport {
  files: Record<
    string,
    {
      source: string
      mutants: readonly {
        mutatorName: string
        replacement?: string
        status: string
        location: Record<'start' | 'end', { line: number; column: number }>
      }[]
    }
  >
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

/** Mutants by file. One that did not compile or crashed its run is no mutant. */
export function countMutants({ files }: MutantReport): Map<string, MutantCount> {
  return new Map(
    Object.entries(files).map(([file, { mutants }]) => {
      const count = { ...nothing }
      for (const { status } of mutants) {
        const field = fieldOf.get(status)
        if (field) count[field] += 1
      }
      return [file, count]
    }),
  )
}

export function addCounts(counts: Iterable<MutantCount>): MutantCount {
  const sum = { ...nothing }
  for (const count of counts) for (const field of fieldOf.values()) sum[field] += count[field]
  return sum
}

/** Killed mutants in percent of those that were tried; null where there were none. */
export function scoreOf({ killed, timeout, survived, noCoverage }: MutantCount): number | null {
  const tried = killed + timeout + survived + noCoverage
  return tried === 0 ? null : Math.round(((killed + timeout) / tried) * 1000) / 10
}

/** What no test noticed, one line each: `src/lib/redirect.ts:47 ">" -> ">="`. */
export function listSurvivors({ files }: MutantReport): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement = '', status, mutatorName }) => {
        const { start, end } = location
        const line = source.split('\n')[start.line - 1] ?? ''
        const text = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
        const note = status === 'NoCoverage' ? ', met by no test' : ''
        return `${file}:${start.line} ${mutatorName}${note}: ${text} -> ${replacement.replace(/\s+/g, ' ')}`
      }),
  )
}
