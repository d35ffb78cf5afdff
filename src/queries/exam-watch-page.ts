import { isCancelledError, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contact } from '../api/contact'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import { connection } from '../lib/online'
import { serverClock } from '../lib/server-clock'
import { watchExam } from './exam-watch'
import { examStore } from './exam-watch-store'
import { groupQuery } from './groups'

/** A question that a start has overtaken was no failure. */
const unlessCancelled = (error: unknown) => {
  if (!isCancelledError(error)) throw error
}

/** The watcher with the browser's own surroundings, as long as the component is mounted. */
export const useExamWatch = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    const watch = watchExam({
      queryClient,
      store: examStore,
      clock,
      serverClock,
      isVisible,
      ask: groupId =>
        queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }).catch(unlessCancelled),
      followCalls: contact.follow,
    })
    const tellOffline = () => {
      if (!connection.isOnline()) watch.onOffline()
    }
    tellOffline()
    const stops = [connection.subscribe(tellOffline), connection.onReturn(watch.askNow)]
    document.addEventListener('visibilitychange', watch.onVisibility)
    window.addEventListener('focus', watch.onFocus)
    window.addEventListener('storage', watch.onVisibility)
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', watch.onVisibility)
      window.removeEventListener('focus', watch.onFocus)
      window.removeEventListener('storage', watch.onVisibility)
      watch.stop()
    }
  }, [queryClient])
}
