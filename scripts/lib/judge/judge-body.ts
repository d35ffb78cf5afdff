import type { OperationResponse } from '../operation'
import { type Case, judged, judgedBody, mediaTypeOf } from './case'
import { judgeErrorBody } from './judge-error-body'
import { judgeJson } from './judge-json'
import type { Judgement } from './judgement'

/** The body of an answer and its content type against what the contract documents. */
export function judgeBody(of: Case, documented: OperationResponse): Judgement[] {
  const { body } = of
  if (body.kind === 'unknown') return []
  if (documented.kind === 'empty') return body.kind === 'empty' ? [] : [gotBody(of, documented)]
  if (body.kind === 'empty') return [isEmpty(of, documented)]
  if (documented.kind === 'binary') return judgeBinary(of, documented)
  if (documented.kind === 'text') return judgeMediaType(of, documented)
  if (body.kind === 'text') return [notJson(of, documented, body.isHtml)]
  const judgements =
    documented.status >= 400
      ? judgeErrorBody(of, documented, body.value)
      : judgeJson(of, documented, body.value)
  return [...judgements, ...judgeMediaType(of, documented)]
}

function gotBody(of: Case, documented: OperationResponse): Judgement {
  const { response } = of
  const what = `An empty answer ${documented.status} is promised, ${response.body?.length ?? 0} bytes came with ${response.status}.`
  return judgedBody(of, 'DR41', documented, { pointer: '', what })
}

function isEmpty(of: Case, documented: OperationResponse): Judgement {
  const { status } = documented
  const driftId = status < 400 ? 'DR37' : status === 422 ? 'DR49' : 'DR46'
  const what = `A body (${documented.contentType}) is promised in the answer ${status}, none came.`
  return judgedBody(of, driftId, documented, { pointer: '', what, witness: '' })
}

function notJson(of: Case, documented: OperationResponse, isHtml: boolean): Judgement {
  const came = isHtml ? 'an HTML page' : 'something else'
  const what = `JSON is promised in the answer ${documented.status}, ${came} came.`
  return judgedBody(of, documented.status < 400 ? 'DR38' : 'DR50', documented, {
    pointer: '',
    what,
    witness: came,
  })
}

/** Bytes are never read as data; only JSON where a file is due gives itself away. */
function judgeBinary(of: Case, documented: OperationResponse): Judgement[] {
  const { body } = of
  const isData = body.kind === 'json' && (typeof body.value === 'object' || typeof body.value === 'string')
  if (!isData && mediaTypeOf(of) !== 'application/json') return judgeMediaType(of, documented)
  const what = `The bytes of a file are promised in the answer ${documented.status}, JSON came.`
  return [judgedBody(of, 'DR54', documented, { pointer: '', what })]
}

function judgeMediaType(of: Case, { status, contentType, assumed }: OperationResponse): Judgement[] {
  const came = mediaTypeOf(of)
  if (contentType === undefined || came === contentType) return []
  const place = `answer ${status} header content-type`
  const isAssumed = assumed === true
  if (came === undefined) {
    const what = `The content type ${contentType} is promised, the header is missing.`
    return [judged(of, 'DR52', { place, what, isAssumed })]
  }
  const what = `The content type ${contentType} is promised, ${came.slice(0, 60)} came.`
  return [judged(of, 'DR51', { place, what, witness: came.slice(0, 60), isAssumed })]
}
