import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { labHistory } from '../../lib/lab-history'
import { serverClock } from '../../lib/server-clock'
import { useServerSecond } from '../../lib/use-server-second'
import { isSameTask, labTracker } from '../../queries/lab-tracker'
import { type LabView, labCan, labState, toLabView } from '../../queries/lab-view'
import { labStatusQuery, useStartLab, useStopLab } from '../../queries/labs'
import type { Task } from '../../queries/responses'
import { useStopDialog } from './stop-lab'

export const useLab = (task: Task) => {
  const labTask = { groupId: task.group_id, taskId: task.id }
  const { data, error, isFetching, refetch } = useQuery(labStatusQuery(labTask.groupId, labTask.taskId))
  const { error: startError, reset, ...start } = useStartLab(labTask)
  const stopCall = useStopLab(labTask)
  const tracked = useSyncExternalStore(labTracker.subscribe, labTracker.get, labTracker.get)
  const state = labState(data)
  const now = useServerSecond(state === 'starting' || state === 'ready')
  const view = toLabView(data, {
    now,
    isTaskOpen: task.status !== 'disabled',
    typical: labHistory.typicalStart(task.id),
    life: labHistory.life(task.id),
    expectedSeconds: task.lab_expected_seconds,
  })
  const hasExpired = useHasExpired(view)
  const stop = useStopDialog(stopCall, labCan.stop({ state }) || start.isPending)
  // An error belongs to the state in which it occurred: discard it once the lab started or stopped.
  const isStaleError = startError !== null && start.failedIn !== state
  useEffect(() => {
    if (isStaleError) reset()
  }, [isStaleError, reset])
  return {
    labTask,
    view,
    hasExpired,
    start: { ...start, error: isStaleError ? null : startError },
    stop,
    isKnown: data !== undefined,
    /** Error of the last read. */
    error,
    isReading: isFetching,
    read: () => void refetch(),
    /** False if the user chose not to wait. */
    isPolled: !isSameTask(tracked?.task, labTask) || tracked?.isPolled !== false,
  }
}

export type Lab = ReturnType<typeof useLab>

/** The server may report the stop slightly before the end time. */
const EXPIRY_TOLERANCE_MS = 2000

/** Whether the lab reached its end while the panel was open, as opposed to being stopped. */
const useHasExpired = ({ state, expiresAt }: Pick<LabView, 'state' | 'expiresAt'>): boolean => {
  const [previous, setPrevious] = useState<{
    state: LabView['state']
    end: number | null
    hasExpired: boolean
  }>({
    state,
    end: expiresAt,
    hasExpired: false,
  })
  if (previous.state !== state || (state === 'ready' && previous.end !== expiresAt)) {
    const { end } = previous
    const hasExpired =
      state === 'off' &&
      previous.state === 'ready' &&
      end !== null &&
      serverClock.now() >= end - EXPIRY_TOLERANCE_MS
    setPrevious({ state, end: expiresAt, hasExpired })
  }
  return previous.state === state && previous.hasExpired
}
