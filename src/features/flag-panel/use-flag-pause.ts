import { useState } from 'react'
import { drafts } from '../../lib/drafts'
import { serverClock } from '../../lib/server-clock'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { UserKey } from '../../lib/user-key'

/**
 * How long no flag is taken after a 429, in whole seconds; kept with the draft, so that a reload does not shorten it.
 * Its end is kept in the server's time, which nobody sets.
 */
export const useFlagPause = (userId: UserKey, place: string) => {
  const key = `${place}.until`
  const [pause, setPause] = useState(() => ({
    retryAfter: Math.max(0, (Number(drafts.get(userId, key)) - serverClock.now()) / 1000),
  }))
  const begin = (seconds: number) => {
    drafts.set(userId, key, String(serverClock.now() + seconds * 1000))
    setPause({ retryAfter: seconds })
  }
  return [useRetryAfter(pause), begin] as const
}
