import { useEffect, useState } from 'react'
import { isShown } from '../../api/is-shown'
import type { Group } from '../../api/responses'
import { clock } from '../../lib/clock'
import { MINUTE_MS } from '../../lib/durations'
import { storage } from '../../lib/storage'
import { parseStoredList } from '../../lib/stored-value'

const KEY = 'flagship.seenTasks'
/** A visit ends after this time without a look at the group. */
const VISIT_GAP_MS = 240 * MINUTE_MS
const MAX_GROUPS = 20
/** Limit of the storage registry, in characters. */
const MAX_LENGTH = 60_000

/** The tasks of a group when it was last open (device clock, milliseconds), and those that were new in that visit. */
type Visit = [groupId: number, at: number, seen: number[], added: number[]]

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger)

const isVisit = (value: unknown): value is Visit =>
  Array.isArray(value) &&
  Number.isSafeInteger(value[0]) &&
  Number.isFinite(value[1]) &&
  isIds(value[2]) &&
  isIds(value[3])

const readAll = (): Visit[] => parseStoredList(storage.get(KEY)).filter(isVisit)

const NO_IDS: ReadonlySet<number> = new Set()

/** Tasks that the last visit did not have; none in the first one. The time may be set back: that starts no visit. */
export const getNewTasks = (
  groupId: number,
  taskIds: readonly number[],
  now: number,
): ReadonlySet<number> => {
  const stored = readAll().find(([id]) => id === groupId)
  if (!stored) return NO_IDS
  const [, at, seen, added] = stored
  const before = new Set(seen)
  const isSameVisit = now - at < VISIT_GAP_MS
  const stillNew = new Set(isSameVisit ? added : [])
  return new Set(taskIds.filter(id => !before.has(id) || stillNew.has(id)))
}

/** The oldest group is forgotten first. Reads again, because another tab may have written. */
export const storeVisit = (groupId: number, taskIds: readonly number[], now: number): void => {
  const visit: Visit = [groupId, now, [...taskIds], [...getNewTasks(groupId, taskIds, now)]]
  let stored = [...readAll().filter(([id]) => id !== groupId), visit].slice(-MAX_GROUPS)
  while (JSON.stringify(stored).length > MAX_LENGTH) stored = stored.slice(1)
  storage.set(KEY, JSON.stringify(stored))
}

/** Ids of tasks that were added since the last visit on this device. */
export const useNewTasks = ({
  id,
  categories,
  is_admin: isAdmin,
  hasUnknownTasks,
}: Group): ReadonlySet<number> => {
  const find = () => {
    const taskIds = categories.flatMap(({ tasks }) =>
      tasks.filter(task => isShown(task, isAdmin)).map(task => task.id),
    )
    return { categories, taskIds, added: getNewTasks(id, taskIds, clock.now()) }
  }
  const [found, setFound] = useState(find)
  const current = found.categories === categories ? found : find()
  if (current !== found) setFound(current)
  const { taskIds, added } = current
  useEffect(() => {
    if (taskIds.length > 0 && !hasUnknownTasks) storeVisit(id, taskIds, clock.now())
  }, [id, taskIds, hasUnknownTasks])
  return added
}
