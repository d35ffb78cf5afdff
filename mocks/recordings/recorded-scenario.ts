import { isObject } from '../../packages/contract/json'
import { type OperationId, operationTable } from '../operations.gen'
import { findViolation } from '../run/response'

/**
 * A recorded session with a real server, without personal data and secrets, as a file of this folder: `NAME.json`. Made
 * by `scripts/record.ts` or the developer panel, played by `?scenario=recorded:NAME`.
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

/**
 * The error message for an invalid recording, as the end of a sentence; undefined if it can be played. Responses are
 * validated against the current contract.
 */
export function validateRecording(value: unknown): string | undefined {
  if (!isObject(value) || value.kind !== 'flagship-recording') return 'it is no recording of Flagship.'
  const { version, name, recordedAt, exchanges } = value
  if (version !== 1) return `it is of version ${JSON.stringify(version)}, and only 1 can be read.`
  if (typeof name !== 'string' || !/^[a-z\d-]+$/.test(name)) return 'its name is missing.'
  if (typeof recordedAt !== 'string' || Number.isNaN(Date.parse(recordedAt))) return 'its time is missing.'
  if (!Array.isArray(exchanges)) return 'its calls are missing.'
  for (const [index, exchange] of exchanges.entries()) {
    const problem = validateExchange(exchange)
    if (problem !== undefined) return `its call ${index + 1} ${problem}`
  }
  return undefined
}

function validateExchange(exchange: unknown): string | undefined {
  if (!isObject(exchange)) return 'is none.'
  const { operationId, params, query, answer } = exchange
  const operation = operationTable.find(row => row.operationId === operationId)
  if (!operation) return `is ${JSON.stringify(operationId)}, which the contract does not have.`
  if (!isObject(params) || !isObject(query)) return `(${operationId}) does not say what was asked.`
  if (!isObject(answer) || typeof answer.status !== 'number') return `(${operationId}) has no answer.`
  const { status, body, headers } = answer
  if (!isObject(headers) || !Object.values(headers).every(text => typeof text === 'string')) {
    return `(${operationId}) has no headers.`
  }
  const violation = findViolation(operation, { status, body, headers: headers as Record<string, string> })
  return violation && `breaks the contract. ${violation.message}`
}
