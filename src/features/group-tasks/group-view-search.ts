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
  /** Category id. */
  category?: number
  q?: string
}

/** Missing keys filter nothing. */
export interface GroupViewSearch extends TaskFilters {
  /** Absent: the default tab. */
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

export const getFilters = ({ tab: _, ...filters }: GroupViewSearch): TaskFilters => filters
