import { filled, type RawSearch, readChoice, readNumber, readSwitch, readText } from '../../lib/search-params'

const groupTabs = ['tasks', 'exam', 'lms'] as const

export type GroupTab = (typeof groupTabs)[number]

export const stateFilters = ['todo', 'progress', 'solved', 'locked'] as const

export type StateFilter = (typeof stateFilters)[number]

export const difficultyFilters = ['easy', 'medium', 'hard'] as const

export type DifficultyFilter = (typeof difficultyFilters)[number]

export interface TaskFilters {
  status?: StateFilter
  difficulty?: DifficultyFilter
  required?: true
  /** Number of a category. */
  category?: number
  q?: string
}

/** The search part of a group's address; a key that is absent filters nothing. */
export interface GroupViewSearch extends TaskFilters {
  /** Absent: what the group shows first, see `firstTab`. */
  tab?: GroupTab
}

export const parseGroupViewSearch = (raw: RawSearch): GroupViewSearch =>
  filled({
    tab: readChoice(raw.tab, groupTabs),
    status: readChoice(raw.status, stateFilters),
    difficulty: readChoice(raw.difficulty, difficultyFilters),
    required: readSwitch(raw.required),
    category: readNumber(raw.category),
    q: readText(raw.q),
  })

/** The filters of an address, without what else it carries. */
export const filtersOf = ({ tab: _, ...filters }: GroupViewSearch): TaskFilters => filters
