import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { clock } from '../lib/clock'
import { ignoreCancelled } from '../lib/ignore-cancelled'
import { isVisible } from '../lib/is-visible'
import { connection } from '../lib/online'
import { serverClock } from '../lib/server-clock'
import type { UserKey } from '../lib/user-key'
import { createLabPoller, type LabPollerDeps } from './lab-poller'
import { labTracker } from './lab-tracker'
import { labStatusQuery } from './labs'

type Listeners = Pick<LabPollerDeps, 'onUpdate' | 'onFailure'>

/** Runs the poller of one user in the browser while mounted. */
export const useLabPoller = (userId: UserKey, listeners: Listeners): void => {
  const queryClient = useQueryClient()
  const latest = useRef(listeners)
  useEffect(() => {
    latest.current = listeners
  })
  useEffect(() => {
    const poller = createLabPoller({
      queryClient,
      tracker: labTracker,
      userId,
      clock,
      serverClock,
      locks: () => globalThis.navigator?.locks ?? null,
      openChannel: () => ('BroadcastChannel' in globalThis ? new BroadcastChannel('flagship.lab') : null),
      isVisible,
      request: ({ groupId, taskId }) =>
        queryClient
          .query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false })
          .catch(ignoreCancelled),
      onUpdate: update => latest.current.onUpdate(update),
      onFailure: (failures, error) => latest.current.onFailure(failures, error),
    })
    const stopReturn = connection.onReturn(poller.pollNow)
    document.addEventListener('visibilitychange', poller.onVisibility)
    window.addEventListener('focus', poller.onFocus)
    return () => {
      stopReturn()
      document.removeEventListener('visibilitychange', poller.onVisibility)
      window.removeEventListener('focus', poller.onFocus)
      poller.stop()
    }
  }, [queryClient, userId])
}
