import { parseMoment } from '../lib/format'
import type { GroupSummary } from './answers'

export type GroupPhase = 'upcoming' | 'running' | 'ended'

/** Where a group is in its time. Without dates it runs always. `now` is the server's, in milliseconds. */
export const phaseOf = (group: Pick<GroupSummary, 'start_date' | 'end_date'>, now: number): GroupPhase => {
  const start = parseMoment(group.start_date)
  const end = parseMoment(group.end_date)
  if (end !== null && now >= end) return 'ended'
  return start !== null && now < start ? 'upcoming' : 'running'
}
