import type { OperationId } from '../operations.gen'

/**
 * A recorded session with a real server, without personal data and secrets, as a file of this folder: `NAME.json`. Made
 * by `npm run record` or the developer panel, played by `?scenario=recorded:NAME`.
 */
export interface RecordedScenario {
  kind: 'flagship-recording'
  version: 1
  /** Lower-case letters, digits and hyphens. */
  name: string
  /**
   * When the first response was sent, RFC 3339. The virtual clock of a playback starts here, so that the times in
   * responses make sense.
   */
  recordedAt: string
  /** In the order of their responses. Calls that begin, refresh or end a session are not recorded. */
  exchanges: readonly RecordedExchange[]
}

/** A call and its response, which keeps the contract. */
export interface RecordedExchange {
  operationId: OperationId
  /** Values as `readCall` returns them: coerced to their types, with defaults of the query. */
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  /** The request body, scrubbed; absent for forms and empty bodies. Informative only: playback doesn't match it. */
  body?: unknown
  answer: RecordedAnswer
}

/** `body` is a JSON value or the text of a text response; absent for empty ones. */
export interface RecordedAnswer {
  status: number
  body?: unknown
  /** Documented headers by lower-case name, without cookies. */
  headers: Readonly<Record<string, string>>
}
