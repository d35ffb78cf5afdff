import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { isSameTask, type TaskRef } from '../../api/task-ref'
import { isOutcomeUnknown, usePollOutcome } from '../../api/use-poll-outcome'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { useOnChange } from '../../lib/hooks'
import { useStore } from '../../lib/store'
import { userKey } from '../../lib/user'
import { labRestart } from './lab-restart'
import { labStatusQuery, refetchLab, type useStartLab, type useStopLab } from './labs'
import { type LabState, labState } from './model'

interface RestartParts {
  state: LabState
  start: Pick<ReturnType<typeof useStartLab>, 'start' | 'isPending' | 'reset'>
  stop: ReturnType<typeof useStopLab>
}

/** On confirmed clicks only: stops the lab, waits until the platform says that it is off, and starts it once. */
export const useRestartLab = (task: TaskRef, { state, start, stop }: RestartParts) => {
  const { t } = useTranslation('lab')
  const queryClient = useQueryClient()
  const { user } = useSession()
  const userId = user && userKey(user)
  const latest = useStore(labRestart)
  const restart = isSameTask(latest?.task, task) ? latest : null
  const isStopping = restart?.isAutomatic === true
  const [failure, setFailure] = useState<ApiError | null>(null)

  const restore = useEffectEvent(() => {
    if (userId !== null) labRestart.restore(userId, task)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another user.
  useEffect(() => restore(), [userId])
  // Started by the user after a reload, so nothing is left of the restart.
  useOnChange(state, previous => {
    if (previous === 'off' && !isStopping) labRestart.end(restart)
  })
  usePollOutcome(restart !== null && state !== 'off' && !stop.isPending, () => refetchLab(queryClient, task))

  const run = async () => {
    if (userId === null || stop.isPending || start.isPending) return
    const own = labRestart.begin(userId, task)
    announce(t('restart.stopping'))
    const error = await stop.stop()
    if (error && !isOutcomeUnknown(error)) {
      if (labRestart.end(own)) setFailure(error)
      return
    }
    onceOff(queryClient, task, own, () => {
      stop.reset()
      start.reset()
      start.start()
    })
  }
  return {
    run,
    isStopping,
    /** A reload came between the stop and the start. */
    isInterrupted: restart !== null && !isStopping,
    /** The stop was refused, so the lab is as it was. */
    hasFailed: failure !== null && failure === stop.error,
    /** The lab stops, but is not started again. */
    cancel: () => {
      labRestart.end(restart)
      announce(t('restart.cancelled'))
    },
  }
}

/** Runs when the lab is off, on any page, unless the restart has ended otherwise. */
const onceOff = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskRef,
  restart: ReturnType<typeof labRestart.begin>,
  run: () => void,
): void => {
  const { queryKey } = labStatusQuery(groupId, taskId)
  const check = () => {
    const isOff = labState(queryClient.getQueryData(queryKey)) === 'off'
    if (!isOff && labRestart.isCurrent(restart)) return
    unsubscribe()
    notifyManager.batch(() => {
      if (labRestart.end(restart)) run()
    })
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(check)
  check()
}
