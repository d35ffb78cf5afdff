import { type AppStorage, storage } from '../lib/storage'

/** News of an exam that stay on the screen until the person has taken note. Moments are the server's, in milliseconds. */
export type ExamNotice = { groupId: number } & (
  | { kind: 'over' }
  | { kind: 'moved'; from: number; to: number }
  /** The platform does not show the group of the exam any more, as far as it was asked. */
  | { kind: 'refused' }
)

export interface ExamState {
  /** The group whose exam runs by the server's last word; null while none does. */
  groupId: number | null
  /** Nothing comes through to the platform. */
  isCut: boolean
  notice: ExamNotice | null
}

const nothing: ExamState = { groupId: null, isCut: false, notice: null }

/** Keeps which exam runs: over pages and reloads, for the person who takes it (registry, `flagship.exam`). */
export const createExamStore = (store: AppStorage = storage) => {
  let state = nothing
  const listeners = new Set<() => void>()
  const set = (change: Partial<ExamState>) => {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  const readKept = () => {
    const kept = store.get('flagship.exam')
    if (kept === null) return null
    const [groupId = 0, endsAt = null] = kept.split(' ').map(Number)
    return { groupId, endsAt }
  }
  return {
    get: (): ExamState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Takes up what this or another tab has kept. */
    recall(): void {
      const kept = readKept()
      if (kept && state.groupId === null) set({ groupId: kept.groupId })
    },
    /** The end that was last heard of the exam of this group, perhaps by an earlier page; milliseconds by the server's clock. */
    keptEnd(groupId: number): number | null {
      const kept = readKept()
      return kept?.groupId === groupId ? kept.endsAt : null
    },
    follow(groupId: number, endsAt: number | null): void {
      store.set('flagship.exam', endsAt === null ? String(groupId) : `${groupId} ${Math.round(endsAt)}`)
      if (state.groupId !== groupId) set({ groupId, notice: null })
    },
    /** It does not run any more. */
    forget(): void {
      store.remove('flagship.exam')
      if (state.groupId !== null) set({ groupId: null, isCut: false })
    },
    /** It is not shown any more, and nobody knows what it does. */
    refuse(groupId: number): void {
      store.remove('flagship.exam')
      set({ groupId: null, isCut: false, notice: { kind: 'refused', groupId } })
    },
    setCut(isCut: boolean): void {
      if (state.isCut !== isCut) set({ isCut })
    },
    tell: (notice: ExamNotice): void => set({ notice }),
    dismiss: (): void => set({ notice: null }),
    /** The person has gone; what is kept belongs to the storage's own rules. */
    leave: (): void => set(nothing),
  }
}

export type ExamStore = ReturnType<typeof createExamStore>

/** The application's one. */
export const examStore = createExamStore()
