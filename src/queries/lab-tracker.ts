import { createListeners } from '../lib/create-listeners'
import { formatTaskRef, readTaskRef, type TaskRef } from '../lib/last-task'
import { type AppStorage, storage } from '../lib/storage'

/** The running lab as far as this tab knows. */
export interface TrackedLab {
  task: TaskRef
  /** False after the user has stopped waiting for the start. */
  isPolled: boolean
}

export const isSameTask = (one: TaskRef | null | undefined, other: TaskRef | null | undefined): boolean =>
  one?.groupId === other?.groupId && one?.taskId === other?.taskId

/** Stores which lab runs, across pages and reloads (storage key `flagship.lab`). */
export const createLabTracker = (store: AppStorage = storage) => {
  let tracked: TrackedLab | null = null
  const listeners = createListeners()
  const set = (next: TrackedLab | null) => {
    tracked = next
    listeners.emit()
  }
  const tracker = {
    get: (): TrackedLab | null => tracked,
    subscribe: listeners.subscribe,
    /** Restores the lab of an earlier page. */
    restore(): void {
      const task = readTaskRef('flagship.lab', store)
      if (task && !tracked) set({ task, isPolled: true })
    },
    track(task: TaskRef): void {
      if (isSameTask(tracked?.task, task)) return
      store.set('flagship.lab', formatTaskRef(task))
      set({ task, isPolled: true })
    },
    /** The lab has stopped. */
    untrack(task: TaskRef): void {
      if (!isSameTask(tracked?.task, task)) return
      store.remove('flagship.lab')
      set(null)
    },
    setPolled(isPolled: boolean): void {
      if (tracked && tracked.isPolled !== isPolled) set({ ...tracked, isPolled })
    },
    /** The user has left; `localStorage` is cleared by its own rules. */
    reset: (): void => set(null),
  }
  return tracker
}

export type LabTracker = ReturnType<typeof createLabTracker>

export const labTracker = createLabTracker()
