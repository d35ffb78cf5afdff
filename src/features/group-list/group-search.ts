import { filled, type RawSearch, readChoice, readText } from '../../lib/search-params'

export const groupFilters = ['active', 'ended', 'exam'] as const

export type GroupFilter = (typeof groupFilters)[number]

export interface GroupSearch {
  /** Absent: all groups. */
  state?: GroupFilter
  q?: string
}

/** The search part of `/groups`. */
export const parseGroupSearch = (raw: RawSearch): GroupSearch =>
  filled({ state: readChoice(raw.state, groupFilters), q: readText(raw.q) })
