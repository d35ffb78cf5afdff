import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { labTracker } from './lab-tracker'
import { labView } from './lab-view'
import { knownTask, labStatusQuery } from './labs'

export interface LabEnd {
  taskId: number
  /** Null while no screen has loaded it. */
  title: string | null
  /** Milliseconds since the epoch, by the server. */
  endsAt: number
}

const nowhere = { groupId: 0, taskId: 0 }

/** When the ready lab of a group stops by itself; null without one. It only looks: asking is the watcher's (`lab-watch.ts`). */
export const useLabEnd = (groupId: number, now: number): LabEnd | null => {
  const queryClient = useQueryClient()
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const place = tracked?.place ?? nowhere
  const { data } = useQuery({ ...labStatusQuery(place.groupId, place.taskId), enabled: false })
  const { left, expiresAt } = labView(data, { now })
  if (place.groupId !== groupId || !left || expiresAt === null) return null
  const title: unknown = knownTask(queryClient, place)?.title
  return { taskId: place.taskId, title: typeof title === 'string' ? title : null, endsAt: expiresAt }
}
