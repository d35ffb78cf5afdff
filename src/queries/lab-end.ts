import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { labTracker } from './lab-tracker'
import { toLabView } from './lab-view'
import { getCachedTask, labStatusQuery } from './labs'

export interface LabEnd {
  taskId: number
  /** Null until a page has loaded it. */
  title: string | null
  /** Server time in milliseconds. */
  endsAt: number
}

const NO_TASK = { groupId: 0, taskId: 0 }

/** When the ready lab of a group stops; null without one. Reads the cache only; `lab-poller.ts` fetches. */
export const useLabEnd = (groupId: number, now: number): LabEnd | null => {
  const queryClient = useQueryClient()
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const task = tracked?.task ?? NO_TASK
  const { data } = useQuery({ ...labStatusQuery(task.groupId, task.taskId), enabled: false })
  const { left, expiresAt } = toLabView(data, { now })
  if (task.groupId !== groupId || !left || expiresAt === null) return null
  const title: unknown = getCachedTask(queryClient, task)?.title
  return { taskId: task.taskId, title: typeof title === 'string' ? title : null, endsAt: expiresAt }
}
