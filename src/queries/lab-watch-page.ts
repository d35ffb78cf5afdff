import { isCancelledError, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import { connection } from '../lib/online'
import { serverClock } from '../lib/server-clock'
import type { UserKey } from '../lib/user-key'
import { labTracker } from './lab-tracker'
import { type LabWatchDeps, watchLab } from './lab-watch'
import { labStatusQuery } from './labs'

type Listeners = Pick<LabWatchDeps, 'onAnswer' | 'onTrouble'>

/** A question that a start or stop has overtaken was no failure. */
const unlessCancelled = (error: unknown) => {
  if (!isCancelledError(error)) throw error
}

/** The watcher with the browser's own surroundings, for one person, as long as the component is mounted. */
export const useLabWatch = (userId: UserKey, listeners: Listeners): void => {
  const queryClient = useQueryClient()
  const latest = useRef(listeners)
  useEffect(() => {
    latest.current = listeners
  })
  useEffect(() => {
    const watch = watchLab({
      queryClient,
      tracker: labTracker,
      userId,
      clock,
      serverClock,
      locks: () => globalThis.navigator?.locks ?? null,
      openChannel: () => ('BroadcastChannel' in globalThis ? new BroadcastChannel('flagship.lab') : null),
      isVisible,
      ask: ({ groupId, taskId }) =>
        queryClient
          .query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false })
          .catch(unlessCancelled),
      onAnswer: answer => latest.current.onAnswer(answer),
      onTrouble: (failures, error) => latest.current.onTrouble(failures, error),
    })
    const stopReturn = connection.onReturn(watch.askNow)
    document.addEventListener('visibilitychange', watch.onVisibility)
    window.addEventListener('focus', watch.onFocus)
    return () => {
      stopReturn()
      document.removeEventListener('visibilitychange', watch.onVisibility)
      window.removeEventListener('focus', watch.onFocus)
      watch.stop()
    }
  }, [queryClient, userId])
}
