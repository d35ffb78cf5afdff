import { getResponse, type Operation, type OperationResponse } from '../operation'
import type { Contract } from '../read-contract'
import type { ContractViolation } from './drift-classes'
import { driftIds } from './drift-ids'
import type { Exchange, Expectation } from './exchange'
import { type FoundOperation, findOperation } from './find-operation'
import { validateRejectedFields } from './rejected-fields'
import { type DocumentedContext, makeViolation, type ResponseContext, readBody } from './response-context'
import { validateRules } from './rules'
import { validateBody } from './validate-body'
import { validateCaching } from './validate-caching'
import { validateHeaders } from './validate-headers'
import { toGenericPath, validateStatus } from './validate-status'

/**
 * Every violation in one exchange. Without an expectation only the response is validated, and URLs outside
 * the base path are ignored. One violation per class and place. Never throws.
 */
export function validateExchange(
  contract: Contract,
  exchange: Exchange,
  expectation?: Expectation,
): ContractViolation[] {
  const { method, url } = exchange.request
  // Preflights belong to the browser, and a response to HEAD has no body.
  if (method === 'OPTIONS' || method === 'HEAD') return []
  const found = findOperation(contract, method, url)
  const meant = contract.operations.find(({ operationId }) => operationId === expectation?.operationId)
  const operation = meant ?? (found.kind === 'found' ? found.operation : undefined)
  if (operation) return distinct(validateOperation(contract, operation, exchange, expectation))
  return found.kind === 'outside' || found.kind === 'found'
    ? []
    : describeUnknownOperation(method, found, exchange)
}

function validateOperation(
  contract: Contract,
  operation: Operation,
  exchange: Exchange,
  expectation: Expectation | undefined,
): ContractViolation[] {
  const { response } = exchange
  if (!response) return expectation ? [noResponse(operation)] : []
  const body = readBody(response)
  const context: ResponseContext = { contract, operation, exchange, response, expectation, body }
  const outcome = validateStatus(context)
  if (outcome.isFinal) return outcome.violations
  const documented = documentedResponse(context)
  return [
    ...outcome.violations,
    ...validateRejectedFields(context),
    ...(documented ? validateDocumented({ ...context, documented }) : []),
    ...checkPerformance(context),
  ]
}

function validateDocumented(context: DocumentedContext): ContractViolation[] {
  return [
    ...validateBody(context),
    ...validateRules(context),
    ...validateHeaders(context),
    ...validateCaching(context),
  ]
}

/** The documented response of this status, or the only success for another 2xx. */
function documentedResponse({ operation, response }: ResponseContext): OperationResponse | undefined {
  const { status } = response
  const exact = getResponse(operation, status)
  if (exact || status < 200 || status > 299) return exact
  const successes = operation.responses.filter(one => one.status >= 200 && one.status < 300)
  return successes.length === 1 ? successes[0] : undefined
}

function noResponse({ operationId, assumed }: Operation): ContractViolation {
  const what = 'The connection was broken, or no answer came in time.'
  const isAssumed = assumed && { isAssumed: true }
  return {
    driftId: driftIds.serverError,
    severity: 'breaking',
    operationId,
    place: 'operation',
    what,
    ...isAssumed,
  }
}

function distinct(violations: readonly ContractViolation[]): ContractViolation[] {
  const seen = new Map<string, ContractViolation>()
  for (const one of violations) {
    const key = `${one.driftId} ${one.place}`
    if (!seen.has(key)) seen.set(key, one)
  }
  return [...seen.values()]
}

/** Users notice longer waits. */
const MAX_RESPONSE_MS = 4000
/** Larger responses are slow on a phone; the largest leaderboards are smaller. */
const MAX_BODY_BYTES = 5_000_000

/** Uploads take long to send, so they are not timed. */
const MAX_TIMED_UPLOAD_BYTES = 100_000

function checkPerformance(context: ResponseContext): ContractViolation[] {
  const { exchange, response } = context
  const { milliseconds = 0, request } = exchange
  const bytes = response.body?.length ?? 0
  const place = `answer ${response.status}`
  if (milliseconds >= MAX_RESPONSE_MS && (request.body?.length ?? 0) <= MAX_TIMED_UPLOAD_BYTES) {
    const what = `The answer took ${(milliseconds / 1000).toFixed(1)} s; up to ${MAX_RESPONSE_MS / 1000} s are usual.`
    return [
      makeViolation(context, driftIds.tooSlowOrLarge, { place, what, witness: Math.round(milliseconds) }),
    ]
  }
  if (bytes < MAX_BODY_BYTES) return []
  const what = `The answer has ${(bytes / 1e6).toFixed(1)} MB; up to ${MAX_BODY_BYTES / 1e6} MB are usual.`
  return [makeViolation(context, driftIds.tooSlowOrLarge, { place, what, witness: bytes })]
}

/** An unknown operation below the base path; only reported if it succeeds. */
function describeUnknownOperation(
  method: string,
  found: Extract<FoundOperation, { path: string }>,
  { response }: Exchange,
): ContractViolation[] {
  if (!response || response.status < 200 || response.status > 299) return []
  const call = `${method.toUpperCase()} ${toGenericPath(found.path)}`
  const why =
    found.kind === 'other-method'
      ? 'the contract has the path, but not this method'
      : 'the contract has no such path'
  return [
    {
      driftId: driftIds.operationUndocumented,
      severity: 'information',
      place: `operation ${call}`,
      what: `${call} is answered by ${response.status}, and ${why}.`,
    },
  ]
}
