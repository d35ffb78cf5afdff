import { filled, type RawSearch, readChoice } from '../../lib/search-params'

export interface TaskSearch {
  /** Absent: the description only. */
  pane?: 'terminal' | 'writeup'
}

export const parseTaskSearch = (raw: RawSearch): TaskSearch =>
  filled({ pane: readChoice(raw.pane, ['terminal', 'writeup'] as const) })
