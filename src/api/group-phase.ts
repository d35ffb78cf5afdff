import { parseMoment } from '../lib/format'
import type { GroupSummary } from './responses'

export type GroupPhase = 'upcoming' | 'running' | 'ended'

/** Phase of a group by its dates; a group without dates is always running. `now` is server time in milliseconds. */
export const getGroupPhase = (
  group: Pick<GroupSummary, 'start_date' | 'end_date'>,
  now: number,
): GroupPhase => {
  const start = parseMoment(group.start_date)
  const end = parseMoment(group.end_date)
  if (end !== null && now >= end) return 'ended'
  return start !== null && now < start ? 'upcoming' : 'running'
}
