import type { Alternative } from './alternatives'

/** What a maker of values (the side that sends) may send and a taker (the side that reads) does not expect. */
export type GapKind =
  /** The taker needs a property that the maker never sends, or may leave out. */
  | 'missing'
  | 'optional'
  /** The maker sends a property under another name. */
  | 'renamed'
  /** The maker sends a property that the taker does not know; the taker knows an optional one that the maker never sends. */
  | 'extra'
  | 'gone'
  | 'type'
  | 'null'
  | 'enum'
  /** The taker knows a value that the maker never sends. */
  | 'unused'
  | 'format'
  | 'pattern'
  | 'short'
  | 'long'
  | 'low'
  | 'high'
  | 'few'
  | 'many'

export type Gap = {
  readonly kind: GapKind
  /** From the compared schema down, `*` for list items and the values of maps. */
  readonly pointer: string
  /** For a renamed property its name on the maker's side. */
  readonly name?: string
  /** The whole value at the pointer (for a property that is not there: the object that should hold it). */
  readonly witness?: unknown
  /** All values that the maker sends and the taker refuses, or that the taker knows in vain. */
  readonly values?: readonly unknown[]
  readonly made?: Alternative
  readonly taken?: Alternative
  /**
   * The maker does not contradict the taker but says nothing of this: `date-time`, `pattern`, `enum`, `length`,
   * `range`, `null`. Whether that means anything depends on what the document says elsewhere.
   */
  readonly unsaid?: Habit
}

export type Habit = string

/** Gaps at which a value is refused, as opposed to those where something is merely sent or known in vain. */
export function isHard({ kind, unsaid }: Gap): boolean {
  return unsaid === undefined && kind !== 'extra' && kind !== 'gone' && kind !== 'unused'
}

/** How often a document says a thing where it could, by habit. */
export class Habits {
  private readonly counts = new Map<Habit, { said: number; unsaid: number }>()

  count(habit: Habit, isSaid: boolean): void {
    const counts = this.counts.get(habit) ?? { said: 0, unsaid: 0 }
    counts[isSaid ? 'said' : 'unsaid']++
    this.counts.set(habit, counts)
  }

  /** Whether silence means something: the document usually says this. */
  isUsual(habit: Habit): boolean {
    const { said, unsaid } = this.counts.get(habit) ?? { said: 0, unsaid: 0 }
    return said > 0 && said >= unsaid
  }
}
