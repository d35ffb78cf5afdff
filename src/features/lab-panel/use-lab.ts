import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Task } from '../../api/schema.gen'
import { useServerSecond } from '../../lib/lab-seconds'
import { labMemory } from '../../lib/lab-starts'
import { isSamePlace, labTracker } from '../../queries/lab-tracker'
import { labState, labView } from '../../queries/lab-view'
import { labStatusQuery, useStartLab, useStopLab } from '../../queries/labs'

/** Everything that the panel of one task's lab shows and does. */
export const useLab = (task: Task) => {
  const place = { groupId: task.group_id, taskId: task.id }
  const { data, error, isFetching, refetch } = useQuery(labStatusQuery(place.groupId, place.taskId))
  const start = useStartLab(place)
  const stop = useStopLab(place)
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const state = labState(data)
  const now = useServerSecond(state === 'starting' || state === 'ready')
  const view = labView(data, {
    now,
    isTaskOpen: task.status !== 'disabled',
    typical: labMemory.typicalStart(task.id),
    life: labMemory.life(task.id),
    expectedSeconds: task.lab_expected_seconds,
  })
  return {
    place,
    view,
    start,
    stop,
    isKnown: data !== undefined,
    /** Why the state could not be read last time. */
    error,
    isReading: isFetching,
    read: () => void refetch(),
    /** False once the person does not want to wait for the start any more. */
    isWatched: !isSamePlace(tracked?.place, place) || tracked?.isWatched !== false,
  }
}

export type Lab = ReturnType<typeof useLab>
