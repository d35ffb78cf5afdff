import { getCall, getResponse } from '../operation'
import type { ContractViolation, DriftId, Severity } from './drift-classes'
import { driftIds } from './drift-ids'
import { getHeader } from './exchange'
import { findOperation } from './find-operation'
import { toPrintableWord } from './printable'
import { findRejectedFields } from './rejected-fields'
import { getDetail, makeViolation, type ResponseContext, sizeNote } from './response-context'
import { getDetailCatalog } from './validate-body'

/** `isFinal` if the response does not belong to the operation, so that its body is not validated. */
export type Outcome = { readonly violations: ContractViolation[]; readonly isFinal: boolean }

const NO_VIOLATION: Outcome = { violations: [], isFinal: false }

export function validateStatus(context: ResponseContext): Outcome {
  const { response, expectation, operation } = context
  const { status } = response
  // A cached response or a protocol upgrade.
  if (status < 200 || status === 304) return { violations: [], isFinal: true }
  const missingOperation = detectMissingOperation(context)
  if (missingOperation) return { violations: [missingOperation], isFinal: true }
  if (requiresToken(context)) {
    const what = `The call is open to visitors; it is rejected with ${status}${quotedDetail(context)}.`
    return {
      violations: [
        makeViolation(context, driftIds.authenticationRequired, {
          place: `answer ${status}`,
          what,
          witness: status,
        }),
      ],
      isFinal: true,
    }
  }
  if (!expectation) return validateWithoutExpectation(context)
  const accepted = expectation.outcomes.filter(outcome => outcome.status === status)
  if (accepted.length > 0) return validateExpectedDetail(context, accepted)
  const isSuccessExpected = expectation.outcomes.some(outcome => isSuccess(outcome.status))
  if (isSuccess(status)) {
    if (isSuccessExpected) return validateWithoutExpectation(context)
    return wrongStatus(context, unexpectedSuccessDrift(context), isSuccess)
  }
  // The list of rejected fields explains the rejection.
  if (findRejectedFields(context).length > 0) return NO_VIOLATION
  const driftId = isSuccessExpected ? unexpectedErrorDrift(context) : otherErrorDrift(context)
  const isDocumented = getResponse(operation, status) !== undefined
  return {
    ...wrongStatus(context, driftId, expected => isSuccess(expected) === isSuccessExpected),
    isFinal: !isDocumented,
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** A framework's 404 or 405, or a redirect. */
function detectMissingOperation(context: ResponseContext): ContractViolation | undefined {
  const { response, expectation, operation } = context
  const { status } = response
  const detail = getDetail(context)
  const isExpected = expectation?.outcomes.some(
    expected => expected.status === status && expected.detail === detail,
  )
  if (isExpected) return undefined
  // A documented 404 that names no details may have any, also that of the framework.
  const documented = getResponse(operation, status)
  const isFree = documented !== undefined && documented.details === undefined
  if (
    status === 404 &&
    detail === 'Not Found' &&
    !isFree &&
    !getDetailCatalog(context.contract).has(detail)
  ) {
    const what =
      'The server knows no such address, so the operation was removed or renamed: it answered 404 with the detail "Not Found" of its framework.'
    return makeViolation(context, driftIds.operationRemoved, { place: 'operation', what, witness: detail })
  }
  if (status === 405 && !getResponse(operation, 405)) {
    const allowed = getHeader(response.headers, 'allow')?.slice(0, 60)
    // POST /groups/get-ids is at the address of GET /groups/{id}.
    const own = (allowed ?? '').split(/[, ]+/).filter(method => !/^(?:head|options|)$/i.test(method))
    const calls = own.flatMap(method => {
      const found = findOperation(context.contract, method, context.exchange.request.url)
      return found.kind === 'found' ? getCall(found.operation) : []
    })
    if (calls.length > 0 && calls.length === own.length) {
      const what = `The server does not have this operation; at its address it has only ${calls.join(' and ')}.`
      return makeViolation(context, driftIds.operationRemoved, { place: 'operation', what, witness: allowed })
    }
    const others = allowed === undefined ? '' : `; it allows ${toPrintableWord(allowed)}`
    const what = `The server does not take ${operation.method.toUpperCase()} at this address (405)${others}.`
    return makeViolation(context, driftIds.methodChanged, { place: 'operation', what, witness: allowed })
  }
  if (status >= 300 && status < 400 && !getResponse(operation, status)) {
    const target = getHeader(response.headers, 'location')
    const to =
      target === undefined ? 'another address' : describeLocation(context.exchange.request.url, target)
    const what = `The server sends the client to ${to} (${status}).`
    return makeViolation(context, driftIds.pathMoved, { place: 'operation', what, came: String(status) })
  }
  return undefined
}

/** The path of a redirect without ids and query, with its host if that is another. */
function describeLocation(from: string, target: string): string {
  if (!URL.canParse(target, from)) return 'an address that is no URL'
  const url = new URL(target, from)
  const own = new URL(from)
  const host = url.origin === own.origin ? '' : `${url.protocol}//${url.host}`
  const isSlashed = url.pathname === `${own.pathname}/`
  const path = host + toGenericPath(url.pathname)
  return isSlashed ? `${path}, the same address with a slash at its end` : path
}

/** Replaces ids by asterisks: equal calls have one place, and no secret is printed. */
export function toGenericPath(path: string): string {
  const segments = path.split('/').slice(0, 20)
  return segments
    .map(segment => (/^[a-z_.-]{0,40}$|^v\d$/i.test(segment) ? toPrintableWord(segment) : '*'))
    .join('/')
}

/** Without an expectation every documented status is valid. */
function validateWithoutExpectation(context: ResponseContext): Outcome {
  const { operation, response } = context
  const { status } = response
  if (getResponse(operation, status)) return NO_VIOLATION
  const place = `answer ${status}`
  if (isSuccess(status)) {
    const [promised, ...others] = operation.responses.filter(one => isSuccess(one.status))
    const isEmptied = context.body.kind === 'empty' && promised?.kind !== 'empty'
    const isFilled = context.body.kind !== 'empty' && promised?.kind === 'empty'
    // The body says more than the status.
    if (others.length === 0 && (isEmptied || isFilled)) return NO_VIOLATION
    const what = `Expected success ${promised?.status}, got ${status}.`
    return {
      violations: [makeViolation(context, driftIds.successStatus, { place, what, witness: status })],
      isFinal: false,
    }
  }
  // Frameworks reject invalid requests with a list, which is validated separately.
  if (status === 422 && !getDetail(context)) return { violations: [], isFinal: false }
  const driftId = undocumentedDrift(context)
  const isPage = context.body.kind === 'text' && context.body.isHtml && driftId === driftIds.errorUndocumented
  const page = isPage ? ', and it is an HTML page' : ''
  const what = `The answer ${status}${quotedDetail(context)} is not in the contract${page}.${sizeNote(context)}`
  return {
    violations: [
      makeViolation(context, isPage ? driftIds.errorPage : driftId, { place, what, witness: status }),
    ],
    isFinal: true,
  }
}

function undocumentedDrift({ operation, response: { status }, ...context }: ResponseContext): DriftId {
  if (status >= 500) return driftIds.serverError
  if (status === 429) return driftIds.rateLimit
  if (status === 413) return driftIds.uploadChanged
  if (status === 415) return driftIds.requestMediaType
  const isRefused = status === 401 || status === 403
  if (isRefused && operation.security === 'none') return driftIds.authenticationRequired
  return isRefused && getDetail(context) === 'Not authenticated'
    ? driftIds.securityScheme
    : driftIds.errorUndocumented
}

/** An error where success was expected. */
function unexpectedErrorDrift(context: ResponseContext): DriftId {
  const { operation, exchange, expectation, response } = context
  const { status } = response
  if (status >= 500) return driftIds.serverError
  if (expectation?.driftId) return expectation.driftId
  if (status === 413 || status === 429 || status === 415) return undocumentedDrift(context)
  const hasHeader = (name: string) => getHeader(exchange.request.headers, name) !== undefined
  if (status === 401 && operation.security === 'bearer' && hasHeader('authorization'))
    return driftIds.securityScheme
  if (status === 401 && operation.security === 'refreshCookie' && hasHeader('cookie'))
    return driftIds.refreshProtocol
  return getResponse(operation, status) ? driftIds.otherError : undocumentedDrift(context)
}

/** Classes of accepted requests, which do not fit a rejection. */
const ACCEPTANCE_DRIFTS: readonly DriftId[] = [
  driftIds.requestValueIgnored,
  driftIds.validationDropped,
  driftIds.errorBecameSuccess,
  driftIds.authenticationDropped,
]

function otherErrorDrift({ operation, expectation, response: { status } }: ResponseContext): DriftId {
  const { driftId } = expectation ?? {}
  if (status === 429) return driftIds.rateLimit
  if (driftId && !ACCEPTANCE_DRIFTS.includes(driftId)) return driftId
  return getResponse(operation, status) ? driftIds.otherError : driftIds.errorUndocumented
}

function unexpectedSuccessDrift({ operation, expectation }: ResponseContext): DriftId {
  const expected = expectation?.outcomes.map(({ status }) => status) ?? []
  if (expectation?.driftId) return expectation.driftId
  if (operation.security === 'bearer' && expected.every(status => status === 401))
    return driftIds.authenticationDropped
  return expected.every(status => status === 422) ? driftIds.validationDropped : driftIds.errorBecameSuccess
}

/** The body is not compared with the expected response. */
function wrongStatus(
  context: ResponseContext,
  driftId: DriftId,
  isExpected: (status: number) => boolean,
): Outcome {
  const { expectation, response } = context
  const expected = expectation?.outcomes.find(({ status }) => isExpected(status)) ?? expectation?.outcomes[0]
  const reason = expectation?.reason === undefined ? '' : `, ${expectation.reason}`
  const wanted = expectation?.outcomes.map(one => `${one.status}${quoted(one.detail)}`).join(' or ')
  const what = `The answer ${wanted} is due${reason}; ${response.status}${quotedDetail(context)} came${htmlNote(context)}.${sizeNote(context)}`
  const place = expectation?.place ?? `answer ${expected?.status ?? response.status}`
  return {
    violations: [
      makeViolation(context, driftId, {
        place,
        what,
        witness: response.status,
        severity: getStatusSeverity(context, driftId),
      }),
    ],
    isFinal: false,
  }
}

/** Another documented refusal of a request that no client sends harms nobody. */
function getStatusSeverity(context: ResponseContext, driftId: DriftId): Severity | undefined {
  if (driftId === driftIds.otherError && context.expectation?.isNeverSent) return 'information'
  return isOtherMessage(context, driftId) ? 'degraded' : undefined
}

/** One error in place of another only changes the message, except for 401, which ends or refreshes a session. */
function isOtherMessage({ expectation, response }: ResponseContext, driftId: DriftId): boolean {
  const statuses = [response.status, ...(expectation?.outcomes.map(({ status }) => status) ?? [])]
  return driftId === driftIds.otherError && statuses.every(status => status >= 400 && status !== 401)
}

/** The expected status with another documented detail. */
function validateExpectedDetail(
  context: ResponseContext,
  accepted: readonly { readonly status: number; readonly detail?: string }[],
): Outcome {
  const { operation, response, expectation } = context
  const detail = getDetail(context)
  const isRight = accepted.some(expected => expected.detail === undefined || expected.detail === detail)
  // An unknown detail is reported by the body validation.
  const isKnown = detail !== undefined && getResponse(operation, response.status)?.details?.includes(detail)
  if (isRight || !isKnown) return NO_VIOLATION
  const wanted = accepted.map(expected => quoted(expected.detail).trim()).join(' or ')
  const reason = expectation?.reason === undefined ? '' : `, ${expectation.reason}`
  const what = `The detail ${wanted} is due${reason};${quotedDetail(context)} came.`
  const place = `answer ${response.status} detail`
  const driftId =
    expectation?.driftId && !ACCEPTANCE_DRIFTS.includes(expectation.driftId)
      ? expectation.driftId
      : driftIds.detailUnknown
  const status = response.status
  return {
    violations: [
      makeViolation(context, driftId, { place, status, pointer: '/detail', what, witness: detail }),
    ],
    isFinal: false,
  }
}

function quotedDetail(context: ResponseContext): string {
  const detail = getDetail(context)
  return detail === undefined ? '' : quoted(toPrintableWord(detail))
}

function htmlNote({ body }: ResponseContext): string {
  return body.kind === 'text' && body.isHtml ? ' with an HTML page' : ''
}

function quoted(text: string | undefined): string {
  return text === undefined ? '' : ` "${text}"`
}

/** Error texts about a missing token. */
const ASKS_FOR_TOKEN =
  /\b(access|bearer|auth\w*|no|missing|invalid|expired) token\b|\btoken (is )?(missing|required)|\bnot authenticated\b|\bauthoriz?s?ation\b|\bapi.?key\b|missing header|header (is )?(missing|required)/i

/**
 * Whether a public operation asks for a token. Its documented errors, such as a wrong password, do not count.
 */
export function requiresToken(context: Pick<ResponseContext, 'operation' | 'response' | 'body'>): boolean {
  const { operation, response } = context
  const { status } = response
  const detail = getDetail(context)
  if (operation.security !== 'none' || (status !== 401 && status !== 403) || detail === undefined)
    return false
  return ASKS_FOR_TOKEN.test(detail) && !getResponse(operation, status)?.details?.includes(detail)
}
