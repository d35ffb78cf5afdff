import type { QueryReader } from '../api/late-query-client'
import type { Session } from '../api/session'
import type { Persona } from '../features/login/persona'
import type { Arrival } from '../lib/arrival'

/** What every route's guard and loader can reach. */
export interface RouterContext {
  queryClient: QueryReader
  session: Session
  /** People offered on the login page in mock mode; empty otherwise. */
  personas: readonly Persona[]
  /** Where the simulated learning system would lead back to, with another code each time; absent in production. */
  lmsLoginUrl?: () => string
  /** The code or token of the address that the page was opened with; it is in the address no more. */
  arrival: Arrival
}
