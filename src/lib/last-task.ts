import { parseId } from './route-params'
import { storage } from './storage'

export interface TaskPlace {
  groupId: number
  taskId: number
}

/** The task that this person had open last on this device, or null. */
export const readLastTask = (): TaskPlace | null => {
  const [group, task] = (storage.get('flagship.lastTask') ?? '').split('/')
  const groupId = parseId(group)
  const taskId = parseId(task)
  return groupId !== null && taskId !== null ? { groupId, taskId } : null
}

export const keepLastTask = ({ groupId, taskId }: TaskPlace): void => {
  storage.set('flagship.lastTask', `${groupId}/${taskId}`)
}
