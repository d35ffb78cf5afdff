import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { storage } from '../../lib/storage'
import { filtersOf, parseGroupViewSearch, type TaskFilters } from './group-view-search'

const key = 'flagship.taskFilters'
const mostGroups = 20
/** What the registry accepts, in characters. */
const longest = 4000

/** A group and its filters as the search part of an address; the one used last stands last. */
type Kept = [groupId: number, search: string]

const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === 'string'

const readAll = (): Kept[] => {
  try {
    const list: unknown = JSON.parse(storage.get(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isKept) : []
  } catch {
    return []
  }
}

/** The filters that this person used last in a group on this device; none when nothing is remembered. */
export const readTaskFilters = (groupId: number): TaskFilters => {
  const kept = readAll().find(([id]) => id === groupId)
  return filtersOf(parseGroupViewSearch(kept ? defaultParseSearch(kept[1]) : {}))
}

/** Remembers the filters of a group; no filters forget it. The groups used longest ago give way. */
export const keepTaskFilters = (groupId: number, filters: TaskFilters): void => {
  const others = readAll().filter(([id]) => id !== groupId)
  const search = defaultStringifySearch(filters)
  let kept = (search ? [...others, [groupId, search] satisfies Kept] : others).slice(-mostGroups)
  while (JSON.stringify(kept).length > longest) kept = kept.slice(1)
  if (kept.length > 0) storage.set(key, JSON.stringify(kept))
  else storage.remove(key)
}
