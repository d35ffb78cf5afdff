import { filled, type RawSearch, readChoice, readText } from '../../lib/search-params'

export const groupFilters = ['active', 'ended', 'exam'] as const

export type GroupFilter = (typeof groupFilters)[number]

export interface GroupSearch {
  /** All groups if absent. */
  state?: GroupFilter
  q?: string
}

/** Search parameters of `/groups`. */
export const parseGroupSearch = (raw: RawSearch): GroupSearch =>
  filled({ state: readChoice(raw.state, groupFilters), q: readText(raw.q) })
