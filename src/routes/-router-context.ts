import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '../api/session'
import type { Persona } from '../features/login/persona'

/** What every route's guard and loader can reach. */
export interface RouterContext {
  queryClient: QueryClient
  session: Session
  /** People offered on the login page in mock mode; empty otherwise. */
  personas: readonly Persona[]
}
