import { placeText, readTaskPlace, type TaskPlace } from '../lib/last-task'
import { type AppStorage, storage } from '../lib/storage'

/** The lab that runs, as far as this tab knows. */
export interface TrackedLab {
  place: TaskPlace
  /** False once the person does not want to wait for it any more. */
  isWatched: boolean
}

export const isSamePlace = (
  one: TaskPlace | null | undefined,
  other: TaskPlace | null | undefined,
): boolean => one?.groupId === other?.groupId && one?.taskId === other?.taskId

/** Keeps which lab runs: over pages and reloads, for the person who started it (registry, `flagship.lab`). */
export const createLabTracker = (store: AppStorage = storage) => {
  let tracked: TrackedLab | null = null
  const listeners = new Set<() => void>()
  const set = (next: TrackedLab | null) => {
    tracked = next
    for (const listener of [...listeners]) listener()
  }
  const tracker = {
    get: (): TrackedLab | null => tracked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Takes up what was kept before the page was opened. */
    recall(): void {
      const place = readTaskPlace('flagship.lab', store)
      if (place && !tracked) set({ place, isWatched: true })
    },
    follow(place: TaskPlace): void {
      if (isSamePlace(tracked?.place, place)) return
      store.set('flagship.lab', placeText(place))
      set({ place, isWatched: true })
    },
    /** It does not run any more. */
    forget(place: TaskPlace): void {
      if (!isSamePlace(tracked?.place, place)) return
      store.remove('flagship.lab')
      set(null)
    },
    setWatched(isWatched: boolean): void {
      if (tracked && tracked.isWatched !== isWatched) set({ ...tracked, isWatched })
    },
    /** The person has gone; what is kept belongs to the storage's own rules. */
    leave: (): void => set(null),
  }
  return tracker
}

export type LabTracker = ReturnType<typeof createLabTracker>

/** The application's one. */
export const labTracker = createLabTracker()
