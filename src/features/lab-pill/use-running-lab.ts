import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { labHistory } from '../../lib/lab-history'
import { useServerSecond } from '../../lib/use-server-second'
import { labTracker } from '../../queries/lab-tracker'
import { toLabView } from '../../queries/lab-view'
import { getCachedTask, labStatusQuery } from '../../queries/labs'

const NO_LAB = { groupId: 0, taskId: 0 }

/** Null if no lab is running, or before the first response. */
export const useRunningLab = () => {
  const queryClient = useQueryClient()
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const labTask = tracked?.task ?? NO_LAB
  // Reads the cache only; `LabPoller` sends the requests.
  const { data } = useQuery({ ...labStatusQuery(labTask.groupId, labTask.taskId), enabled: false })
  const now = useServerSecond(tracked !== null)
  const task = getCachedTask(queryClient, labTask)
  const view = toLabView(data, {
    now,
    isTaskOpen: task?.status !== 'disabled',
    life: tracked && labHistory.life(labTask.taskId),
    expectedSeconds: task?.lab_expected_seconds,
  })
  if (!tracked || !data || view.state === 'off') return null
  return {
    labTask,
    view,
    title: typeof task?.title === 'string' ? task.title : null,
    isPolled: tracked.isPolled,
  }
}

export type RunningLab = NonNullable<ReturnType<typeof useRunningLab>>
