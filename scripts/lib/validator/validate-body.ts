import type { OperationResponse } from '../operation'
import type { ContractViolation } from './contract-violation'
import { makeBodyViolation, makeViolation, mediaTypeOf, type ResponseContext } from './response-context'
import { validateErrorBody } from './validate-error-body'
import { validateJson } from './validate-json'

export function validateBody(context: ResponseContext, documented: OperationResponse): ContractViolation[] {
  const { body } = context
  if (body.kind === 'unknown') return []
  if (documented.kind === 'empty') return body.kind === 'empty' ? [] : [unexpectedBody(context, documented)]
  if (body.kind === 'empty') return [missingBody(context, documented)]
  if (documented.kind === 'binary') return validateBinary(context, documented)
  if (documented.kind === 'text') return validateMediaType(context, documented)
  if (body.kind === 'text') return [invalidJson(context, documented, body.isHtml)]
  const violations =
    documented.status >= 400
      ? validateErrorBody(context, documented, body.value)
      : validateJson(context, documented, body.value)
  return [...violations, ...validateMediaType(context, documented)]
}

function unexpectedBody(context: ResponseContext, documented: OperationResponse): ContractViolation {
  const { response } = context
  const what = `An empty answer ${documented.status} is promised, ${response.body?.length ?? 0} bytes came with ${response.status}.`
  return makeBodyViolation(context, 'DR41', documented, { pointer: '', what })
}

function missingBody(context: ResponseContext, documented: OperationResponse): ContractViolation {
  const { status } = documented
  const driftId = status < 400 ? 'DR37' : status === 422 ? 'DR49' : 'DR46'
  const what = `A body (${documented.contentType}) is promised in the answer ${status}, none came.`
  return makeBodyViolation(context, driftId, documented, { pointer: '', what, witness: '' })
}

function invalidJson(
  context: ResponseContext,
  documented: OperationResponse,
  isHtml: boolean,
): ContractViolation {
  const actual = isHtml ? 'an HTML page' : 'something else'
  const what = `JSON is promised in the answer ${documented.status}, ${actual} came.`
  return makeBodyViolation(context, documented.status < 400 ? 'DR38' : 'DR50', documented, {
    pointer: '',
    what,
    witness: actual,
  })
}

/** Binary data is not parsed; only JSON instead of a file is detected. */
function validateBinary(context: ResponseContext, documented: OperationResponse): ContractViolation[] {
  const { body } = context
  const isData = body.kind === 'json' && (typeof body.value === 'object' || typeof body.value === 'string')
  if (!isData && mediaTypeOf(context) !== 'application/json') return validateMediaType(context, documented)
  const what = `The bytes of a file are promised in the answer ${documented.status}, JSON came.`
  return [makeBodyViolation(context, 'DR54', documented, { pointer: '', what })]
}

function validateMediaType(
  context: ResponseContext,
  { status, contentType, assumed }: OperationResponse,
): ContractViolation[] {
  const actual = mediaTypeOf(context)
  if (contentType === undefined || actual === contentType) return []
  const place = `answer ${status} header content-type`
  const isAssumed = assumed === true
  if (actual === undefined) {
    const what = `The content type ${contentType} is promised, the header is missing.`
    return [makeViolation(context, 'DR52', { place, what, isAssumed })]
  }
  const what = `The content type ${contentType} is promised, ${actual.slice(0, 60)} came.`
  return [makeViolation(context, 'DR51', { place, what, witness: actual.slice(0, 60), isAssumed })]
}
