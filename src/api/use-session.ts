import { useSyncExternalStore } from 'react'
import { api } from './api'
import type { Session } from './session'
import type { SessionState } from './session-core'

/** The current session state and the session's actions. */
export const useSession = (): SessionState & { session: Session } => {
  const { session } = api
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  return { ...state, session }
}
