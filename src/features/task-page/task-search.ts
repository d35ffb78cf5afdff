import { filled, type RawSearch, readChoice } from '../../lib/search-params'

/** The search part of a task's address. */
export interface TaskSearch {
  /** What is open beside or in place of the description; absent: neither. */
  pane?: 'terminal' | 'writeup'
}

export const parseTaskSearch = (raw: RawSearch): TaskSearch =>
  filled({ pane: readChoice(raw.pane, ['terminal', 'writeup'] as const) })
