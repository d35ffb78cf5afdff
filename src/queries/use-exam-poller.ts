import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiHealth } from '../api/api-health'
import { clock } from '../lib/clock'
import { ignoreCancelled } from '../lib/ignore-cancelled'
import { isVisible } from '../lib/is-visible'
import { connection } from '../lib/online'
import { serverClock } from '../lib/server-clock'
import { createExamPoller } from './exam-poller'
import { examStore } from './exam-store'
import { groupQuery } from './groups'

/** Runs the poller in the browser while mounted. */
export const useExamPoller = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    const poller = createExamPoller({
      queryClient,
      store: examStore,
      clock,
      serverClock,
      isVisible,
      request: groupId =>
        queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }).catch(ignoreCancelled),
      subscribeToCalls: apiHealth.subscribe,
    })
    const reportOffline = () => {
      if (!connection.isOnline()) poller.onOffline()
    }
    reportOffline()
    const stops = [connection.subscribe(reportOffline), connection.onReturn(poller.pollNow)]
    document.addEventListener('visibilitychange', poller.onVisibility)
    window.addEventListener('focus', poller.onFocus)
    window.addEventListener('storage', poller.onVisibility)
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', poller.onVisibility)
      window.removeEventListener('focus', poller.onFocus)
      window.removeEventListener('storage', poller.onVisibility)
      poller.stop()
    }
  }, [queryClient])
}
