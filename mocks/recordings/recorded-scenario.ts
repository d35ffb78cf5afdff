import type { OperationId } from '../operations.gen'

/**
 * A session with a real server, scrubbed of people and secrets, as a file of this folder: `NAME.json`. Made by
 * `scripts/record.ts` or by the recorder of the panel, begun by `?scenario=recorded:NAME`.
 */
export interface RecordedScenario {
  kind: 'flagship-recording'
  version: 1
  /** Small letters, digits and hyphens. */
  name: string
  /**
   * When the first call was answered, RFC 3339. The virtual clock of a playback begins here: the times in the answers
   * are those of that day.
   */
  recordedAt: string
  /** In the order in which they were answered. Calls that begin, renew or end a session are left to the db. */
  exchanges: readonly RecordedExchange[]
}

/** One call that was asked, and what came. Every answer keeps the contract. */
export interface RecordedExchange {
  operationId: OperationId
  /** Values as `readCall` gives them: turned into the type that the contract says, defaults of the query filled in. */
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  /** What was sent, scrubbed; absent for forms and where nothing was. For people to read: no answer is chosen by it. */
  body?: unknown
  answer: RecordedAnswer
}

/** `body` is the value of a JSON answer or the text of a text one, absent where there is none. */
export interface RecordedAnswer {
  status: number
  body?: unknown
  /** Those that the contract documents, by lower-case name, without cookies. */
  headers: Readonly<Record<string, string>>
}
