import { createStore } from './store'
/** Screen reader announcements, rendered by `Announcer`. Toasts have a live region of their own. */
export type Politeness = 'polite' | 'assertive'

export type Announcement = { id: number; text: string; politeness: Politeness }

/** Messages within this time are all kept, so that a second one doesn't replace the first unread. */
const OVERLAP_MS = 1000
const MAX_ANNOUNCEMENTS = 5

type TimedAnnouncement = Announcement & { at: number }

/** Store of the messages in the live regions. `now` returns monotonic milliseconds. */
export function createAnnouncements(now: () => number) {
  const { get, set, subscribe } = createStore<readonly TimedAnnouncement[]>([])
  let lastId = 0
  return {
    get: get as () => readonly Announcement[],
    subscribe,
    /** Equal text is announced again, because every message has a new id and so a new element. */
    announce(text: string, politeness: Politeness = 'polite'): void {
      if (text.trim() === '') return
      const at = now()
      lastId += 1
      const recent = get()
        .filter(entry => at - entry.at < OVERLAP_MS)
        .slice(1 - MAX_ANNOUNCEMENTS)
      set([...recent, { id: lastId, text, politeness, at }])
    },
    /** For tests. */
    clear: () => set([]),
  }
}

export const announcements = createAnnouncements(() => performance.now())

/** Announces a text: `polite` waits for a pause; `assertive` interrupts, for errors and losses only. */
export const announce = announcements.announce
