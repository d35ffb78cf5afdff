import { getSessionStorage } from '../../lib/drafts'
import type { UserKey } from '../../lib/user'

/** Followed by the user and the group. */
export const LMS_HISTORY_PREFIX = 'flagship.lms.'

/** Removes what other users have left in this tab; without a user, everything. */
export const clearLmsHistory = (user?: UserKey): void => {
  const store = getSessionStorage()
  const isOwn = (key: string) => user !== undefined && key.startsWith(`${LMS_HISTORY_PREFIX}${user}.`)
  for (const key of Object.keys(store ?? {}))
    if (key.startsWith(LMS_HISTORY_PREFIX) && !isOwn(key)) store?.removeItem(key)
}
