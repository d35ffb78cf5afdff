import type { UserKey } from './user'

/** Unsent text in `sessionStorage`, by user and field: it survives an error page, a reload and an expired session. */

const PREFIX = 'flagship.draft.'
const MAX_DRAFT_LENGTH = 20_000

const memory = new Map<string, string>()

/** Null where it is blocked, and in Node. */
export const getSessionStorage = (): Storage | null => {
  try {
    // biome-ignore lint/nursery/noJsRestrictedProperties: what the others use
    return typeof window === 'undefined' ? null : window.sessionStorage
  } catch {
    return null
  }
}

const getKey = (userId: UserKey, field: string) => `${PREFIX}${userId}.${field}`

const removeOthers = (userId: UserKey): void => {
  const isForeign = (key: string) => key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${userId}.`)
  for (const key of [...memory.keys()].filter(isForeign)) memory.delete(key)
  const store = getSessionStorage()
  if (store) for (const key of Object.keys(store).filter(isForeign)) store.removeItem(key)
}

export const drafts = {
  /** The stored draft, or an empty string. */
  get(userId: UserKey, field: string): string {
    // The key is 0 between the end of a session and the login page.
    if (userId !== 0) removeOthers(userId)
    const key = getKey(userId, field)
    return memory.get(key) ?? getSessionStorage()?.getItem(key)?.slice(0, MAX_DRAFT_LENGTH) ?? ''
  },

  /** Stores the text; an empty text removes the draft. */
  set(userId: UserKey, field: string, text: string): void {
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

  /** For tests. */
  clear(): void {
    removeOthers(-1)
  },
}
