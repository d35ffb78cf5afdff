import {
  choice,
  createSearchParser,
  parseSearch,
  positiveInteger,
  stringifySearch,
  text,
  toggle,
} from '../../lib/search-params'
import { storage } from '../../lib/storage'
import { parseStoredList } from '../../lib/stored-value'

/** In the order of the page. */
export const groupPhases = ['running', 'upcoming', 'ended'] as const

/** Search parameters of `/groups`: all groups without `state`. */
export const parseGroupSearch = createSearchParser({ state: choice(groupPhases), q: text })

export type GroupSearch = ReturnType<typeof parseGroupSearch>

export const stateFilters = ['todo', 'progress', 'solved', 'locked'] as const

export type StateFilter = (typeof stateFilters)[number]

export const difficultyFilters = ['easy', 'medium', 'hard'] as const

export type DifficultyFilter = (typeof difficultyFilters)[number]

/** Orders of the tasks; the order of the group without `sort`. */
export const taskSorts = ['points', 'easiest', 'hardest', 'recent', 'popular', 'rare'] as const

export type TaskSort = (typeof taskSorts)[number]

/** Filters of the register. */
export const peopleFilters = ['stalled', 'idle', 'required'] as const

export type PeopleFilter = (typeof peopleFilters)[number]

/** Sorted columns of the register; without one the people to look after come first. */
const peopleOrders = ['name', 'points', 'solved', 'last'] as const

export type PeopleOrder = (typeof peopleOrders)[number]

/** Search parameters of a group: a tab other than the default one, the view of a student, and filters. */
export const parseGroupViewSearch = createSearchParser({
  tab: choice(['tasks', 'exam', 'register', 'lms']),
  people: choice(peopleFilters),
  order: choice(peopleOrders),
  /** Without a solve for this many days a person counts as stalled. */
  days: positiveInteger,
  /** Columns of the register: `required`, `unsolved` or the id of a category. */
  columns: text,
  /** Part of a name. */
  person: text,
  /** For administrators: the view of a student. */
  as: choice(['student']),
  /** Rows without it. */
  view: choice(['board']),
  status: choice(stateFilters),
  difficulty: choice(difficultyFilters),
  required: toggle,
  /** Tasks that students don't see. */
  hidden: toggle,
  /** Tasks that the user has marked for later. */
  later: toggle,
  /** Tasks that were added since the last visit. */
  new: toggle,
  /** Tasks that nobody has solved. */
  unsolved: toggle,
  sort: choice(taskSorts),
  category: positiveInteger,
  q: text,
})

export type GroupViewSearch = ReturnType<typeof parseGroupViewSearch>

export type GroupTab = NonNullable<GroupViewSearch['tab']>

type RegisterFilter = 'people' | 'order' | 'days' | 'columns' | 'person'

export type TaskFilters = Omit<GroupViewSearch, 'tab' | 'as' | RegisterFilter>

/** Of the tasks, which are stored. */
export const getFilters = (search: GroupViewSearch): TaskFilters => {
  const { tab: _, as: __, people, order, days, columns, person, ...filters } = search
  return filters
}

const key = 'flagship.taskFilters'
const MAX_GROUPS = 20
/** Limit of the storage registry, in characters. */
const MAX_LENGTH = 4000

/** Group id and its filters as a query string; most recently used last. */
type SavedFilters = [groupId: number, search: string]

const isSavedFilters = (value: unknown): value is SavedFilters =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === 'string'

const readAll = (): SavedFilters[] => parseStoredList(storage.get(key)).filter(isSavedFilters)

export const readTaskFilters = (groupId: number): TaskFilters => {
  const saved = readAll().find(([id]) => id === groupId)
  return getFilters(parseGroupViewSearch(saved ? parseSearch(saved[1]) : {}))
}

/**
 * Empty filters remove the entry, and what is new is not kept: on the next visit it would find nothing. Least recently
 * used groups are evicted.
 */
export const saveTaskFilters = (groupId: number, { new: _, ...filters }: TaskFilters): void => {
  const others = readAll().filter(([id]) => id !== groupId)
  const search = stringifySearch(filters)
  let saved = (search ? [...others, [groupId, search] satisfies SavedFilters] : others).slice(-MAX_GROUPS)
  while (JSON.stringify(saved).length > MAX_LENGTH) saved = saved.slice(1)
  if (saved.length > 0) storage.set(key, JSON.stringify(saved))
  else storage.remove(key)
}
