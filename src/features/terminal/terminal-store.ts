import { createListeners } from '../../lib/create-listeners'
import type { TerminalAddress } from '../../lib/terminal-address'

export interface TerminalTarget {
  groupId: number
  taskId: number
  title: string
}

/** The requested terminal. The connection itself is in the controller. */
export interface TerminalStoreState {
  target: TerminalTarget | null
  isOpening: boolean
  /** Why opening failed: an `ApiError`, or a disallowed URL. */
  failure: { error: unknown } | 'address' | null
  /** A new object per opened session. */
  session: { address: TerminalAddress } | null
  /** Incremented to focus the terminal. */
  focusRequests: number
}

const initialState: TerminalStoreState = {
  target: null,
  isOpening: false,
  failure: null,
  session: null,
  focusRequests: 0,
}

let state = initialState
const listeners = createListeners()
const set = (changes: Partial<TerminalStoreState>): void => {
  state = { ...state, ...changes }
  listeners.emit()
}

export const isSameTask = (
  one: Pick<TerminalTarget, 'groupId' | 'taskId'> | null,
  other: Pick<TerminalTarget, 'groupId' | 'taskId'> | null,
): boolean => one?.groupId === other?.groupId && one?.taskId === other?.taskId

type OpenRequest = (groupId: number, taskId: number) => Promise<TerminalAddress | null>

/** One per tab, outside of React, so that the session outlives pages. */
export const terminalStore = {
  get: (): TerminalStoreState => state,
  subscribe: listeners.subscribe,
  requestFocus: (): void => set({ focusRequests: state.focusRequests + 1 }),
  /**
   * Opens a session; call it on a click or shortcut only. Ends another task's session at once; the same
   * task's session is replaced when the new one arrives.
   */
  async open(target: TerminalTarget, request: OpenRequest): Promise<void> {
    if (state.isOpening) return
    const previous = isSameTask(state.target, target) ? state.session : null
    set({ target, session: previous, isOpening: true, failure: null })
    const outcome = await request(target.groupId, target.taskId).then(
      (address): Partial<TerminalStoreState> => (address ? { session: { address } } : { failure: 'address' }),
      (error: unknown): Partial<TerminalStoreState> => ({ failure: { error } }),
    )
    // Another task or user may be active by now.
    if (state.target === target)
      set({ ...outcome, isOpening: false, focusRequests: state.focusRequests + (outcome.session ? 1 : 0) })
  },
  close: (): void => {
    if (state.target) set(initialState)
  },
}
