import { parseId } from './route-params'
import { type AppStorage, type StorageKey, storage } from './storage'

export interface TaskPlace {
  groupId: number
  taskId: number
}

/** The task that a key of the storage names, as in `1/101`, or null. */
export const readTaskPlace = (key: StorageKey, store: AppStorage = storage): TaskPlace | null => {
  const [group, task] = (store.get(key) ?? '').split('/')
  const groupId = parseId(group)
  const taskId = parseId(task)
  return groupId !== null && taskId !== null ? { groupId, taskId } : null
}

export const placeText = ({ groupId, taskId }: TaskPlace): string => `${groupId}/${taskId}`

/** The task that this person had open last on this device, or null. */
export const readLastTask = (): TaskPlace | null => readTaskPlace('flagship.lastTask')

export const keepLastTask = (place: TaskPlace): void => {
  storage.set('flagship.lastTask', placeText(place))
}
