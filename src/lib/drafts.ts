import type { UserKey } from './user'

/** Unsent text in `sessionStorage`, by user and field: it survives an error page, a reload and an expired session. */

const PREFIX = 'flagship.draft.'
/** Results of this tab's LMS syncs. */
export const LMS_HISTORY_PREFIX = 'flagship.lms.'
/** Restart of a lab that this tab has begun. */
export const LAB_RESTART_PREFIX = 'flagship.labRestart.'
const MAX_DRAFT_LENGTH = 20_000

const memory = new Map<string, string>()

/** Whose data this tab may keep: nobody's after a logout, undefined before a session. */
let owner: UserKey | null | undefined

/** Null where it is blocked, and in Node. */
export const getSessionStorage = (): Storage | null => {
  try {
    // biome-ignore lint/nursery/noJsRestrictedProperties: what the others use
    return typeof window === 'undefined' ? null : window.sessionStorage
  } catch {
    return null
  }
}

/** Whether a text of this length is whole after a reload. */
export const canKeep = (text: string): boolean =>
  text.length <= MAX_DRAFT_LENGTH && getSessionStorage() !== null

const getKey = (userId: UserKey, field: string) => `${PREFIX}${userId}.${field}`

/** Removes what users have left in this tab, except one user's own. At logout, and when a user signs in. */
export const clearTabData = (except?: UserKey): void => {
  owner = except ?? null
  const isForeign = (key: string) =>
    [PREFIX, LMS_HISTORY_PREFIX, LAB_RESTART_PREFIX].some(
      prefix => key.startsWith(prefix) && (except === undefined || !key.startsWith(`${prefix}${except}.`)),
    )
  for (const key of [...memory.keys()].filter(isForeign)) memory.delete(key)
  const store = getSessionStorage()
  if (store) for (const key of Object.keys(store).filter(isForeign)) store.removeItem(key)
}

export const drafts = {
  /** The stored draft, or an empty string. */
  get(userId: UserKey, field: string): string {
    const key = getKey(userId, field)
    return memory.get(key) ?? getSessionStorage()?.getItem(key)?.slice(0, MAX_DRAFT_LENGTH) ?? ''
  },

  /** Stores the text; an empty text removes the draft. */
  set(userId: UserKey, field: string, text: string): void {
    // The answer to a submission may come after a logout.
    if (owner !== undefined && owner !== userId) return
    const key = getKey(userId, field)
    if (text === '') {
      memory.delete(key)
      getSessionStorage()?.removeItem(key)
      return
    }
    const store = getSessionStorage()
    try {
      if (!store) throw new Error('There is no store.')
      store.setItem(key, text)
      memory.delete(key)
    } catch {
      // Blocked or full: keep the text in memory.
      memory.set(key, text)
    }
  },

  /** The names of the user's fields with unsent text. */
  fields(userId: UserKey): string[] {
    const prefix = getKey(userId, '')
    return [...memory.keys(), ...Object.keys(getSessionStorage() ?? {})]
      .filter(key => key.startsWith(prefix))
      .map(key => key.slice(prefix.length))
  },
}
