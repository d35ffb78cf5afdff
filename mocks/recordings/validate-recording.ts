import { isObject } from '../../scripts/lib/json'
import { operationTable } from '../operations.gen'
import { findViolation } from '../run/check-response'

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
