import { listAt, parseJson } from '../json'
import { areSimilarNames } from '../similar-names'
import type { ContractViolation, DriftId } from './drift-classes'
import { driftIds } from './drift-ids'
import { decodeBody } from './exchange'
import { toPrintableWord } from './printable'
import { getAlternatives } from './property-tree'
import { getProperty, makeViolation, type ResponseContext } from './response-context'

/** One entry of a framework's validation error. */
type Issue = { readonly place: string; readonly name: string | undefined; readonly type: string }

export function validateRejectedFields(context: ResponseContext): ContractViolation[] {
  return findRejectedFields(context).map(({ driftId, issue }) => {
    const name = issue.name === undefined ? '' : toPrintableWord(issue.name)
    const place = issue.place === 'body' ? `body /${name}` : `${issue.place} ${name}`.trim()
    const demand = isMissing(issue)
      ? wasSent(context, issue.place, issue.name)
        ? 'misses what was sent'
        : 'demands it'
      : `rejects it (${toPrintableWord(issue.type)})`
    const what = `The contract's request is rejected with 422: the server ${demand} at ${place}.`
    return makeViolation(context, driftId, { place, what, witness: toPrintableWord(issue.type) })
  })
}

export function findRejectedFields(context: ResponseContext): { driftId: DriftId; issue: Issue }[] {
  const { response, body, expectation } = context
  const detail =
    response.status === 422 && body.kind === 'json' ? getProperty(body.value, 'detail') : undefined
  // Every entry counts if the contract expects another status.
  const isUnexpected = expectation?.outcomes.every(({ status }) => status !== 422)
  return listAt(detail)
    .slice(0, 20)
    .flatMap(entry => {
      const issue = readIssue(entry)
      const isUnknown = issue?.name !== undefined && !namesIn(context, issue.place).includes(issue.name)
      if (!issue || !(isUnexpected || (isUnknown && isMissing(issue)))) return []
      // A request that tests one class has found it, unless another field is missing.
      if (isUnexpected && expectation?.driftId && !isMissing(issue)) return []
      return [{ driftId: getDriftId(context, issue, isUnknown), issue }]
    })
}

function readIssue(entry: unknown): Issue | undefined {
  const loc = listAt(getProperty(entry, 'loc'))
  const [place, ...path] = loc
  if (typeof place !== 'string') return undefined
  const [name] = path.filter(step => typeof step === 'string')
  const messages = [getProperty(entry, 'type'), getProperty(entry, 'msg')].map(word =>
    String(word).slice(0, 200),
  )
  // Older Pydantic versions use other messages.
  const type = messages.some(word => /missing|field required/i.test(word)) ? 'missing' : (messages[0] ?? '')
  return { place: place.slice(0, 40), name, type }
}

function isMissing({ type }: Issue): boolean {
  return type === 'missing'
}

/** The contract's names in a part of the request. */
function namesIn({ operation, contract }: ResponseContext, place: string): readonly string[] {
  if (place !== 'body') return operation.parameters.filter(one => one.in === place).map(({ name }) => name)
  const alternatives = operation.body ? getAlternatives(operation.body.schema, contract.schemas) : []
  return alternatives.flatMap(({ flat }) => [...flat.properties.keys()])
}

function wasSent(
  { exchange: { request } }: ResponseContext,
  place: string,
  name: string | undefined,
): boolean {
  if (name === undefined) return false
  if (place === 'query') return URL.canParse(request.url) && new URL(request.url).searchParams.has(name)
  const text = decodeBody(request.body)
  return text.includes(`name="${name}"`) || getProperty(parseJson(text), name) !== undefined
}

function getDriftId(context: ResponseContext, issue: Issue, isUnknown: boolean): DriftId {
  const { place, name } = issue
  const isForm = context.operation.body?.contentType === 'multipart/form-data'
  if (place === 'header' || place === 'cookie') return driftIds.securityScheme
  if (place === 'path') return driftIds.pathParameterType
  if (isMissing(issue)) {
    // A value that was sent and still is missing is read under another name.
    const isRenamed = isUnknown
      ? namesIn(context, place).some(known => areSimilarNames(known, name ?? ''))
      : wasSent(context, place, name)
    if (place === 'query') return isRenamed ? driftIds.queryRenamed : driftIds.queryRequired
    if (name === undefined) return driftIds.requestMediaType
    if (isRenamed) return isForm ? driftIds.multipartRenamed : driftIds.bodyFieldRenamed
    return driftIds.bodyFieldRequired
  }
  if (name === undefined || /json_invalid|model_attributes|dict_type/.test(issue.type))
    return driftIds.requestMediaType
  if (/extra/.test(issue.type)) return driftIds.requestValueIgnored
  if (/too_long|max_length/.test(issue.type)) return driftIds.maximumLowered
  if (/too_short|min_length/.test(issue.type)) return driftIds.minimumRaised
  return /_type$|none/.test(issue.type) ? driftIds.requestNullRefused : driftIds.requestNarrowed
}
