import { dayText, mondayOf } from '../../lib/calendar-days'

/** A word and the gap after it need so many weeks. */
const roomInWeeks = 3

/**
 * Words above the weeks in which months begin, by the number of the week.
 * @param days day after day from a Monday on
 */
export const monthMarks = (
  days: readonly { day: number }[],
  nameOf: (day: number) => string,
): ReadonlyMap<number, string> => {
  const marks = new Map<number, string>()
  const first = days[0]?.day ?? 0
  for (const { day } of days) {
    if (!dayText(day).endsWith('-01')) continue
    const week = (mondayOf(day) - first) / 7
    marks.set(week, nameOf(day))
  }
  // The month that is already running at the beginning, where there is room before the next one.
  const next = Math.min(...marks.keys())
  if (next >= roomInWeeks) marks.set(0, nameOf(first))
  return marks
}
