import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useServerSecond } from '../../lib/lab-seconds'
import { labMemory } from '../../lib/lab-starts'
import type { Task } from '../../queries/answers'
import { isSamePlace, labTracker } from '../../queries/lab-tracker'
import { labCan, labState, labView } from '../../queries/lab-view'
import { labStatusQuery, useStartLab, useStopLab } from '../../queries/labs'
import { useStopQuestion } from './stop-lab'
import { useTimeIsOver } from './use-time-is-over'

/** Everything that the panel of one task's lab shows and does. */
export const useLab = (task: Task) => {
  const place = { groupId: task.group_id, taskId: task.id }
  const { data, error, isFetching, refetch } = useQuery(labStatusQuery(place.groupId, place.taskId))
  const { error: startError, reset, ...start } = useStartLab(place)
  const stopCall = useStopLab(place)
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
  const isTimeOver = useTimeIsOver(view)
  const stop = useStopQuestion(stopCall, labCan.stop({ state }) || start.isPending)
  // A failure belongs to the state in which it was asked for: what began all the same has not failed, and what has ended
  // since is not kept working.
  const isOldFailure = startError !== null && start.failedIn !== state
  useEffect(() => {
    if (isOldFailure) reset()
  }, [isOldFailure, reset])
  return {
    place,
    view,
    isTimeOver,
    start: { ...start, error: isOldFailure ? null : startError },
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
