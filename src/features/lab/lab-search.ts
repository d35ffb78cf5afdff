import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getRunningAttempt } from '../../api/attempts'
import { groupListQuery, taskStatusesQuery } from '../../api/queries/groups'
import { type Group, getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { runWhenIdle } from '../../lib/run-when-idle'
import { serverClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user'
import { labTracker } from './lab-storage'

const isExamRunning = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueriesData<Group>({ queryKey: ['getGroup'] })
    .some(([, group]) => getRunningAttempt(group) !== null)

/** More are rare, and each is a request. */
const MAX_SEARCHED_GROUPS = 5

/** The lab may have been started in another browser, and the page may read no group: asks once, when it is idle. */
export const useLabSearch = (userId: UserKey): void => {
  const queryClient = useQueryClient()
  const { session } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched again for another user.
  useEffect(() => {
    let isWanted = true
    const search = async () => {
      // While the server does not answer, or in an exam, one more failed read would only disturb.
      if (session.getState().status !== 'authenticated' || isExamRunning(queryClient)) return
      const groups = await queryClient.query({ ...groupListQuery(), staleTime: 'static' })
      const now = serverClock.now()
      const open = groups.filter(
        group => group.id > 0 && !group.is_exam && getGroupPhase(group, now) === 'running',
      )
      for (const { id } of open.slice(0, MAX_SEARCHED_GROUPS)) {
        if (!isWanted || labTracker.get()) return
        await queryClient.query({ ...taskStatusesQuery(id), staleTime: 'static' })
      }
    }
    // Without an answer the lab is found on its page.
    const stop = runWhenIdle(() => void search().catch(() => {}))
    return () => {
      isWanted = false
      stop()
    }
  }, [queryClient, session, userId])
}
