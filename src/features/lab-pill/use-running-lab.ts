import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useServerSecond } from '../../lib/lab-seconds'
import { labMemory } from '../../lib/lab-starts'
import { labTracker } from '../../queries/lab-tracker'
import { labView } from '../../queries/lab-view'
import { knownTask, labStatusQuery } from '../../queries/labs'

const nowhere = { groupId: 0, taskId: 0 }

/** The lab that runs, as any page may show it; null while there is none, or nothing was heard of it yet. */
export const useRunningLab = () => {
  const queryClient = useQueryClient()
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const place = tracked?.place ?? nowhere
  // The watcher asks; this only looks.
  const { data } = useQuery({ ...labStatusQuery(place.groupId, place.taskId), enabled: false })
  const now = useServerSecond(tracked !== null)
  const task = knownTask(queryClient, place)
  const view = labView(data, {
    now,
    isTaskOpen: task?.status !== 'disabled',
    life: tracked && labMemory.life(place.taskId),
    expectedSeconds: task?.lab_expected_seconds,
  })
  if (!tracked || !data || view.state === 'off') return null
  return {
    place,
    view,
    title: typeof task?.title === 'string' ? task.title : null,
    isWatched: tracked.isWatched,
  }
}

export type RunningLab = NonNullable<ReturnType<typeof useRunningLab>>
