import { listAt } from '../json'
import { alternativesOf } from './alternatives'
import { type Case, judged, propertyOf } from './case'
import type { DriftId } from './drift-classes'
import { textOf } from './exchange'
import type { Judgement } from './judgement'
import { areLikeNames } from './like-names'
import { printableWord } from './shape'

/** One entry of the list that a framework refuses a request by. */
type Issue = { readonly place: string; readonly name: string | undefined; readonly type: string }

/**
 * What a server that refuses a request by a list (422) tells of itself: it demands names that the contract does not
 * have. Where a success was due, every entry of the list is such a demand.
 */
export function judgeRefusal(of: Case): Judgement[] {
  return refusalsOf(of).map(({ driftId, issue }) => {
    const name = issue.name === undefined ? '' : printableWord(issue.name)
    const place = issue.place === 'body' ? `body /${name}` : `${issue.place} ${name}`.trim()
    const demand = isMissing(issue)
      ? wasSent(of, issue.place, issue.name)
        ? 'misses what was sent'
        : 'demands it'
      : `refuses it (${printableWord(issue.type)})`
    const what = `The contract's request is refused by 422: the server ${demand} at ${place}.`
    return judged(of, driftId, { place, what, witness: printableWord(issue.type) })
  })
}

/** The entries of a refusal that go against the contract. */
export function refusalsOf(of: Case): { driftId: DriftId; issue: Issue }[] {
  const { response, body, expectation } = of
  const detail =
    response.status === 422 && body.kind === 'json' ? propertyOf(body.value, 'detail') : undefined
  // Where the contract's own words were due, a success or another refusal, every entry is a demand.
  const isUndue = expectation?.outcomes.every(({ status }) => status !== 422)
  return listAt(detail)
    .slice(0, 20)
    .flatMap(entry => {
      const issue = readIssue(entry)
      const isUnknown = issue?.name !== undefined && !namesIn(of, issue.place).includes(issue.name)
      if (!issue || !(isUndue || (isUnknown && isMissing(issue)))) return []
      // A question that was asked for one class of drift has found that class, unless something else is missed.
      if (isUndue && expectation?.driftId && !isMissing(issue)) return []
      return [{ driftId: driftOf(of, issue, isUnknown), issue }]
    })
}

function readIssue(entry: unknown): Issue | undefined {
  const loc = listAt(propertyOf(entry, 'loc'))
  const [place, ...path] = loc
  if (typeof place !== 'string') return undefined
  const [name] = path.filter(step => typeof step === 'string')
  const words = [propertyOf(entry, 'type'), propertyOf(entry, 'msg')].map(word => String(word).slice(0, 200))
  // Older versions of the framework's validator have other words for it.
  const type = words.some(word => /missing|field required/i.test(word)) ? 'missing' : (words[0] ?? '')
  return { place: place.slice(0, 40), name, type }
}

function isMissing({ type }: Issue): boolean {
  return type === 'missing'
}

/** The names that the contract has at a place of the request. */
function namesIn({ operation, contract }: Case, place: string): readonly string[] {
  if (place !== 'body') return operation.parameters.filter(one => one.in === place).map(({ name }) => name)
  const alternatives = operation.body ? alternativesOf(operation.body.schema, contract.schemas) : []
  return alternatives.flatMap(({ flat }) => [...flat.properties.keys()])
}

/** Whether the request held a value under the name. */
function wasSent({ exchange: { request } }: Case, place: string, name: string | undefined): boolean {
  if (name === undefined) return false
  if (place === 'query') return URL.canParse(request.url) && new URL(request.url).searchParams.has(name)
  const text = textOf(request.body)
  if (text.includes(`name="${name}"`)) return true
  try {
    return propertyOf(JSON.parse(text), name) !== undefined
  } catch {
    return false
  }
}

function driftOf(of: Case, issue: Issue, isUnknown: boolean): DriftId {
  const { place, name } = issue
  const isForm = of.operation.body?.contentType === 'multipart/form-data'
  if (place === 'header' || place === 'cookie') return 'DR59'
  if (place === 'path') return 'DR06'
  if (isMissing(issue)) {
    // What was sent and is missed all the same is read under another name.
    const isRenamed = isUnknown
      ? namesIn(of, place).some(known => areLikeNames(known, name ?? ''))
      : wasSent(of, place, name)
    if (place === 'query') return isRenamed ? 'DR07' : 'DR08'
    if (name === undefined) return 'DR17'
    if (isRenamed) return isForm ? 'DR18' : 'DR11'
    return 'DR10'
  }
  if (name === undefined || /json_invalid|model_attributes|dict_type/.test(issue.type)) return 'DR17'
  if (/extra/.test(issue.type)) return 'DR12'
  if (/too_long|max_length/.test(issue.type)) return 'DR14'
  if (/too_short|min_length/.test(issue.type)) return 'DR15'
  return /_type$|none/.test(issue.type) ? 'DR16' : 'DR13'
}
