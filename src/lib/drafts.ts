import type { UserKey } from './user-key'

/**
 * Text that was typed and not accepted yet, per person and place. It lives as long as the tab, so it outlasts an
 * error page, a reload and an expired session (design §7: local storage is for what is in the registry), and nobody
 * else who signs in here can read it.
 */

const prefix = 'flagship.draft.'
const longest = 20_000

const memory = new Map<string, string>()

const area = (): Storage | null => {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage
  } catch {
    return null
  }
}

const nameOf = (userId: UserKey, place: string) => `${prefix}${userId}.${place}`

const removeOthers = (userId: UserKey): void => {
  const isForeign = (key: string) => key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}.`)
  for (const key of [...memory.keys()].filter(isForeign)) memory.delete(key)
  const store = area()
  if (store) for (const key of Object.keys(store).filter(isForeign)) store.removeItem(key)
}

export const drafts = {
  /** What this person typed here before; an empty text when there is nothing. */
  get(userId: UserKey, place: string): string {
    // 0 is nobody: the moment between the end of a session and the login page.
    if (userId !== 0) removeOthers(userId)
    const name = nameOf(userId, place)
    return memory.get(name) ?? area()?.getItem(name)?.slice(0, longest) ?? ''
  },

  /** Keeps the text; an empty one is forgotten. */
  set(userId: UserKey, place: string, text: string): void {
    const name = nameOf(userId, place)
    if (text === '') {
      memory.delete(name)
      area()?.removeItem(name)
      return
    }
    const store = area()
    try {
      if (!store) throw new Error('There is no store.')
      store.setItem(name, text)
      memory.delete(name)
    } catch {
      // Refused or full: the text lives until the page is closed.
      memory.set(name, text)
    }
  },

  /** Forgets everything (tests). */
  clear(): void {
    removeOthers(-1)
  },
}
