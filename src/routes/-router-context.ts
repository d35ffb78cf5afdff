import type { QueryReader } from '../api/lazy-query-client'
import type { Session } from '../api/session'
import type { Persona } from '../features/login/persona'
import type { UrlSecrets } from '../lib/url-secrets'

/** Context of every guard and loader. */
export interface RouterContext {
  queryClient: QueryReader
  session: Session
  /** Personas for the login page in mock mode; empty otherwise. */
  personas: readonly Persona[]
  /** Login URL of the simulated LMS, with a new code each time; absent in production. */
  lmsLoginUrl?: () => string
  /** The code or token of the initial URL, which was removed from it. */
  urlSecrets: UrlSecrets
}
