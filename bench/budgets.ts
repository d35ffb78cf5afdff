import type { Measures } from './measures'
import { median } from './statistics'

/** All measurements of a run: by the name of the target, one entry for each round. */
export type Samples = ReadonlyMap<string, readonly Measures[]>

export interface Verdict {
  budget: string
  /** As it is printed, with its unit. */
  limit: string
  measured: string
  /** NaN where nothing was measured: then it is not within the limit. */
  value: number
  isWithin: boolean
}

/** Median over the rounds of one measure of one target; NaN where there is none. */
export function medianOf(samples: Samples, target: string, measure: string): number {
  return median((samples.get(target) ?? []).flatMap(one => one[measure] ?? []))
}

interface Budget {
  budget: string
  limit: number
  /** `below`: the limit itself is too much. */
  is: 'below' | 'at most' | 'at least'
  unit: '' | ' ms' | '×'
  of: (read: (target: string, measure: string) => number) => number
}

const boards = ['board, 10,000', 'board, 100,000']
const kinds = ['type', 'clear', 'sort', 'own']
type Read = Parameters<Budget['of']>[0]

const mostOf = (read: Read, target: string, measures: string[]) =>
  Math.max(...measures.map(measure => read(target, measure)))

/** What the board promises, at a processor that is four times slower. Each value is a median over the rounds. */
const budgets: Budget[] = [
  ...boards.flatMap((target): Budget[] => [
    {
      budget: `${target}: rows in the DOM`,
      limit: 60,
      is: 'below',
      unit: '',
      of: read => read(target, 'rows'),
    },
    {
      budget: `${target}: own row in sight at the top, in the middle, at the end`,
      limit: 1,
      is: 'at least',
      unit: '',
      of: read => read(target, 'ownSeen'),
    },
    {
      budget: `${target}: the slowest kind of interaction to next paint`,
      limit: 100,
      is: 'below',
      unit: ' ms',
      of: read => mostOf(read, target, kinds),
    },
    {
      budget: `${target}: frames over 34 ms of 600`,
      limit: 0,
      is: 'at most',
      unit: '',
      of: read => read(target, 'slowFrames120') + read(target, 'slowFrames1000'),
    },
  ]),
  {
    budget: 'first row of the board of 10,000, from its address, to the bare table from its own',
    limit: 1.6,
    is: 'at most',
    unit: '×',
    of: read => read('board, 10,000', 'firstRow') / read('bare, 10,000', 'firstRow'),
  },
  {
    budget: 'first row of 100,000 to 10,000, from the address',
    limit: 3,
    is: 'at most',
    unit: '×',
    of: read => read('board, 100,000', 'firstRow') / read('board, 10,000', 'firstRow'),
  },
  {
    budget: 'first row of 100,000 to 10,000, from a click inside the app',
    limit: 3,
    is: 'at most',
    unit: '×',
    of: read =>
      read('board, 100,000, by a click', 'sinceClick') / read('board, 10,000, by a click', 'sinceClick'),
  },
]

export function judge(samples: Samples): Verdict[] {
  const read: Read = (target, measure) => medianOf(samples, target, measure)
  return budgets.map(({ budget, limit, is, unit, of }) => {
    const value = of(read)
    const isWithin = is === 'below' ? value < limit : is === 'at most' ? value <= limit : value >= limit
    const digits = unit === '×' ? 2 : unit === ' ms' ? 1 : 0
    const measured = Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`
    return { budget, limit: `${is} ${limit}${unit}`, measured, value, isWithin }
  })
}
