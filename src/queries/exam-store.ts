import { createListeners } from '../lib/create-listeners'
import { type AppStorage, storage } from '../lib/storage'

/** Notices that stay until dismissed. Times are server time in milliseconds. */
export type ExamNotice = { groupId: number } & (
  | { kind: 'over' }
  | { kind: 'moved'; from: number; to: number }
  /** The server no longer gives access to the exam's group. */
  | { kind: 'refused' }
)

export interface ExamState {
  /** Group of the running exam; null when none runs. */
  groupId: number | null
  /** The platform can't be reached. */
  isUnreachable: boolean
  notice: ExamNotice | null
}

const INITIAL_STATE: ExamState = { groupId: null, isUnreachable: false, notice: null }

/** Stores which exam runs, across pages and reloads (storage key `flagship.exam`). */
export const createExamStore = (store: AppStorage = storage) => {
  let state = INITIAL_STATE
  const listeners = createListeners()
  const set = (change: Partial<ExamState>) => {
    state = { ...state, ...change }
    listeners.emit()
  }
  const readStored = () => {
    const stored = store.get('flagship.exam')
    if (stored === null) return null
    const [groupId = 0, endsAt = null] = stored.split(' ').map(Number)
    return { groupId, endsAt }
  }
  return {
    get: (): ExamState => state,
    subscribe: listeners.subscribe,
    /** Restores what this or another tab has stored. */
    restore(): void {
      const stored = readStored()
      if (stored && state.groupId === null) set({ groupId: stored.groupId })
    },
    /** Last known end of this group's exam in server time, perhaps stored by an earlier page. */
    storedEnd(groupId: number): number | null {
      const stored = readStored()
      return stored?.groupId === groupId ? stored.endsAt : null
    },
    track(groupId: number, endsAt: number | null): void {
      store.set('flagship.exam', endsAt === null ? String(groupId) : `${groupId} ${Math.round(endsAt)}`)
      if (state.groupId !== groupId) set({ groupId, notice: null })
    },
    /** The exam has ended. */
    untrack(): void {
      store.remove('flagship.exam')
      if (state.groupId !== null) set({ groupId: null, isUnreachable: false })
    },
    /** Access was revoked; the exam's state is unknown. */
    setRefused(groupId: number): void {
      store.remove('flagship.exam')
      set({ groupId: null, isUnreachable: false, notice: { kind: 'refused', groupId } })
    },
    setUnreachable(isCut: boolean): void {
      if (state.isUnreachable !== isCut) set({ isUnreachable: isCut })
    },
    notify: (notice: ExamNotice): void => set({ notice }),
    dismiss: (): void => set({ notice: null }),
    /** The user has left; `localStorage` is cleared by its own rules. */
    reset: (): void => set(INITIAL_STATE),
  }
}

export type ExamStore = ReturnType<typeof createExamStore>

export const examStore = createExamStore()
