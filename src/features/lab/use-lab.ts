import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Task } from '../../api/responses'
import { isSameTask } from '../../api/task-ref'
import { useServerSecond } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { useStore } from '../../lib/store'
import { labHistory, labTracker } from './lab-storage'
import { labStatusQuery, useStartLab, useStopLab } from './labs'
import { type LabState, labCan, labState, toLabView } from './model'
import { useLabDialog } from './stop-lab'
import { useRestartLab } from './use-restart-lab'

export const useLab = (task: Task) => {
  const labTask = { groupId: task.group_id, taskId: task.id }
  const queryClient = useQueryClient()
  const query = labStatusQuery(labTask.groupId, labTask.taskId)
  const { data, error, isFetching, refetch } = useQuery(query)
  const { error: startError, reset, ...start } = useStartLab(labTask)
  const stopCall = useStopLab(labTask)
  const tracked = useStore(labTracker)
  const state = labState(data)
  const now = useServerSecond(state === 'starting' || state === 'ready')
  const view = toLabView(data, {
    now,
    isTaskOpen: task.status !== 'disabled',
    typical: labHistory.typicalStart(task.id),
    life: labHistory.life(task.id),
    expectedSeconds: task.lab_expected_seconds,
  })
  const stop = useLabDialog(stopCall, labCan.stop({ state }) || start.isPending)
  const restartCall = useRestartLab(labTask, { state, start: { ...start, reset }, stop: stopCall })
  const canRestart =
    labCan.restart(view) && !start.isPending && !stopCall.isPending && !restartCall.isStopping
  const restart = useLabDialog({ ...restartCall, isPending: false, error: null }, canRestart)
  // An error belongs to the state in which it occurred: discard it once the lab started or stopped.
  const isStaleError = startError !== null && start.failedIn !== state
  useEffect(() => {
    if (isStaleError) reset()
  }, [isStaleError, reset])
  return {
    labTask,
    view,
    /** A start is shown at once. */
    shownState: state === 'off' && start.isPending ? ('starting' as const) : state,
    hasExpired: useHasExpired(state, view.expiresAt),
    start: { ...start, error: isStaleError ? null : startError },
    stop,
    restart,
    isKnown: data !== undefined,
    error,
    isReading: isFetching,
    // A request without an answer would be joined, not repeated.
    read: () => void queryClient.cancelQueries({ queryKey: query.queryKey }).then(() => refetch()),
    /** False if the user chose not to wait. */
    isPolled: !isSameTask(tracked?.task, labTask) || tracked?.isPolled !== false,
  }
}

export type Lab = ReturnType<typeof useLab>

/** The server may report the stop slightly before the end time. */
const EXPIRY_TOLERANCE_MS = 2000

/** Whether the lab reached its end while the panel was open, as opposed to being stopped. */
const useHasExpired = (state: LabState, end: number | null): boolean => {
  const [previous, setPrevious] = useState({ state, end, hasExpired: false })
  if (previous.state !== state || (state === 'ready' && previous.end !== end)) {
    const wasOver = previous.end !== null && serverClock.now() >= previous.end - EXPIRY_TOLERANCE_MS
    setPrevious({ state, end, hasExpired: state === 'off' && previous.state === 'ready' && wasOver })
  }
  return previous.state === state && previous.hasExpired
}
