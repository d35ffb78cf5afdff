/**
 * What is read aloud without being shown: routes, verdicts, clocks. `Announcer` in `src/ui` renders it.
 * Toasts speak through their own region.
 */
export type Politeness = 'polite' | 'assertive'

export type Announcement = { id: number; text: string; politeness: Politeness }

/** Two messages closer than this are both kept, so that the second does not swallow the first. */
const overlapMs = 1000
const maxKept = 5

type Stored = Announcement & { at: number }

/** A store of the messages that stand in the live regions now. `now` is in milliseconds and only has to go forward. */
export function createAnnouncements(now: () => number) {
  let entries: readonly Stored[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Stored[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  return {
    get: (): readonly Announcement[] => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Every call is a new message, even with the same words: it gets a new id, hence a new element. */
    announce(text: string, politeness: Politeness = 'polite'): void {
      if (text.trim() === '') return
      const at = now()
      lastId += 1
      const fresh = entries.filter(entry => at - entry.at < overlapMs).slice(1 - maxKept)
      set([...fresh, { id: lastId, text, politeness, at }])
    },
    /** Empties the regions (between tests). */
    clear: () => set([]),
  }
}

/** The app's one store. */
export const announcements = createAnnouncements(() => performance.now())

/** Reads a text aloud: `polite` waits for a pause, `assertive` interrupts and is for losses only. */
export const announce = announcements.announce
