import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import { groupQuery } from './groups'

/** Milliseconds after a call went unanswered: its effect may still come, so the group is read at each of these. */
const steps = [3000, 10_000, 30_000, 60_000] as const

/** What has had no effect by then will have none: no gateway waits for longer. */
export const lateness = 60_000

/** Milliseconds until the next reading; at the same calm pace while none after the last step has been answered. */
const pauseAfter = (spent: number): number => (steps.find(step => step > spent) ?? spent + lateness) - spent

/**
 * Reads a group again after a call about it went unanswered, as long as the component is mounted, in a tab that is seen.
 * @param since when no answer came, by `clock.elapsed()`; null while nothing is waited for
 */
export const useLateReadings = (groupId: number, since: number | null): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (since === null) return undefined
    const spent = () => clock.elapsed() - since
    let stop = () => {}
    const plan = () => {
      stop()
      stop = clock.after(pauseAfter(spent()), look)
    }
    const look = () => {
      plan()
      if (isVisible())
        queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }).catch(() => null)
    }
    // Whoever comes back after the last step waits for nothing more than one reading.
    if (spent() >= lateness) look()
    else plan()
    const onVisibility = () => {
      if (isVisible()) look()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [groupId, since, queryClient])
}
