/** Seconds left at which the time is said: at a half, and at 30, 10, 5 and 1 minutes (ux §4). */
const minutes = [30, 10, 5, 1]

const marksOf = (total: number | null): number[] => {
  const fixed = minutes.map(minute => minute * 60)
  return total === null ? fixed : [total / 2, ...fixed.filter(mark => mark < total)]
}

/** The mark that was passed last, in seconds left; null before the first one and where nobody knows the time. */
export const passedMark = (left: number | null, total: number | null): number | null => {
  const passed = left === null ? [] : marksOf(total).filter(mark => left <= mark)
  return passed.length > 0 ? Math.min(...passed) : null
}

/** What was said of the time of one end. */
export interface SaidMark {
  /** The attempt and its end: another end has marks of its own. */
  end: string
  mark: number | null
}

export interface MarkedTime {
  end: string
  left: number | null
  total: number | null
}

/**
 * Whether the time is to be said now, and what counts as said from then on. Marks that had been passed when an end was first
 * seen (a reload, an end that was moved) are no news; of several that a sleep has covered the latest alone is; at zero the
 * server has the word.
 */
export const nextMark = (said: SaidMark | null, { end, left, total }: MarkedTime) => {
  const mark = passedMark(left, total)
  const before = said?.end === end ? (said.mark ?? Number.POSITIVE_INFINITY) : null
  const isNew = before !== null && mark !== null && mark < before
  // Long after it, as after a sleep, it is no half any more.
  const isHalf = total !== null && mark === total / 2 && left !== null && mark - left < 60
  // A clock that is put right may go back over a mark: it is not said again.
  const kept = before === null || isNew ? mark : (said?.mark ?? null)
  return { said: { end, mark: kept }, isDue: isNew && left !== 0, isHalf }
}
