import type { TerminalAddress } from '../../lib/terminal-address'

/** The task whose lab a terminal belongs to. */
export interface TerminalTarget {
  groupId: number
  taskId: number
  title: string
}

/** What a person has asked for, and what came of it; the connection itself is not in here. */
export interface TerminalAsk {
  target: TerminalTarget | null
  isAsking: boolean
  /** Why the last attempt came to nothing: an `ApiError`, or an address that may not be opened. */
  failure: { error: unknown } | 'address' | null
  /** A new object for every session that was opened. */
  session: { address: TerminalAddress } | null
  /** Goes up when a person wants to type: the terminal takes the focus. */
  focusWishes: number
}

const nothing: TerminalAsk = {
  target: null,
  isAsking: false,
  failure: null,
  session: null,
  focusWishes: 0,
}

let state = nothing
const listeners = new Set<() => void>()
const set = (part: Partial<TerminalAsk>): void => {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

export const isSameTask = (
  one: Pick<TerminalTarget, 'groupId' | 'taskId'> | null,
  other: Pick<TerminalTarget, 'groupId' | 'taskId'> | null,
): boolean => one?.groupId === other?.groupId && one?.taskId === other?.taskId

type Request = (groupId: number, taskId: number) => Promise<TerminalAddress | null>

/** The one terminal of this tab. It stands outside of the pages, so that a session outlives them. */
export const terminalStore = {
  get: (): TerminalAsk => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  wishFocus: (): void => set({ focusWishes: state.focusWishes + 1 }),
  /** Opens a session, for a click or a key only. That of another task ends; that of the same one gives way when the new one has come. */
  async open(target: TerminalTarget, request: Request): Promise<void> {
    if (state.isAsking) return
    const kept = isSameTask(state.target, target) ? state.session : null
    set({ target, session: kept, isAsking: true, failure: null })
    const outcome = await request(target.groupId, target.taskId).then(
      (address): Partial<TerminalAsk> => (address ? { session: { address } } : { failure: 'address' }),
      (error: unknown): Partial<TerminalAsk> => ({ failure: { error } }),
    )
    // Meanwhile the person may have left, and another one may be here.
    if (state.target === target)
      set({ ...outcome, isAsking: false, focusWishes: state.focusWishes + (outcome.session ? 1 : 0) })
  },
  /** Ends the session and forgets it. */
  close: (): void => {
    if (state.target) set(nothing)
  },
}
