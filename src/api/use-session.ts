import { useSyncExternalStore } from 'react'
import { api } from './api'
import type { Session } from './session'
import type { SessionState } from './session-core'

/** Who is signed in, followed live, and the session to act on. */
export const useSession = (): SessionState & { session: Session } => {
  const { session } = api
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  return { ...state, session }
}
