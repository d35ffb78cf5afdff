import { parseId } from '../lib/route-params'
import { type AppStorage, type StorageKey, storage } from '../lib/storage'

export interface TaskRef {
  groupId: number
  taskId: number
}

/** Reads a task such as `1/101` from a storage key; null when there is none. */
export const readTaskRef = (key: StorageKey, store: AppStorage = storage): TaskRef | null => {
  const [group, task] = (store.get(key) ?? '').split('/')
  const groupId = parseId(group)
  const taskId = parseId(task)
  return groupId !== null && taskId !== null ? { groupId, taskId } : null
}

export const isSameTask = (one: TaskRef | null | undefined, other: TaskRef | null | undefined): boolean =>
  one?.groupId === other?.groupId && one?.taskId === other?.taskId

export const formatTaskRef = ({ groupId, taskId }: TaskRef): string => `${groupId}/${taskId}`

/** The task that was last open on this device, or null. */
export const readLastTask = (): TaskRef | null => readTaskRef('flagship.lastTask')

export const storeLastTask = (task: TaskRef): void => {
  storage.set('flagship.lastTask', formatTaskRef(task))
}
