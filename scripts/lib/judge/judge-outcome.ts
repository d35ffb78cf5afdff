import { responseOf } from '../operation'
import { type Case, detailOf, judged } from './case'
import type { DriftId } from './drift-classes'
import { headerOf } from './exchange'
import { catalogueOf } from './judge-error-body'
import { refusalsOf } from './judge-refusal'
import type { Judgement } from './judgement'
import { printableWord } from './shape'
import { demandsToken } from './token-demand'

/** What the status alone says; `isOver` when the answer is none of the operation's, so that its body says nothing. */
export type Outcome = { readonly judgements: Judgement[]; readonly isOver: boolean }

const fine: Outcome = { judgements: [], isOver: false }

/** The status of an answer against the contract and, if there is one, against what the question deserved. */
export function judgeOutcome(of: Case): Outcome {
  const { response, expectation, operation } = of
  const { status } = response
  // The browser's own cache, or a change of protocol: there is nothing to judge in either.
  if (status < 200 || status === 304) return { judgements: [], isOver: true }
  const gone = judgeGone(of)
  if (gone) return { judgements: [gone], isOver: true }
  if (demandsToken(of)) {
    const what = `The call is open to visitors; it is refused with ${status}${saying(of)}.`
    return {
      judgements: [judged(of, 'DR58', { place: `answer ${status}`, what, witness: status })],
      isOver: true,
    }
  }
  if (!expectation) return judgePassively(of)
  const accepted = expectation.outcomes.filter(outcome => outcome.status === status)
  if (accepted.length > 0) return judgeDetailDue(of, accepted)
  const isDueSuccess = expectation.outcomes.some(outcome => isSuccess(outcome.status))
  if (isSuccess(status)) {
    if (isDueSuccess) return judgePassively(of)
    return over(of, successDrift(of), isSuccess)
  }
  // What was refused is explained by the answer's own list, if it has one.
  if (refusalsOf(of).length > 0) return fine
  const driftId = isDueSuccess ? refusedDrift(of) : otherErrorDrift(of)
  const isDocumented = responseOf(operation, status) !== undefined
  return { ...over(of, driftId, due => isSuccess(due) === isDueSuccess), isOver: !isDocumented }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** The frameworks' own words for an address that they do not know, and answers that send the client elsewhere. */
function judgeGone(of: Case): Judgement | undefined {
  const { response, expectation, operation } = of
  const { status } = response
  const detail = detailOf(of)
  const isDue = expectation?.outcomes.some(due => due.status === status && due.detail === detail)
  if (isDue) return undefined
  if (status === 404 && detail === 'Not Found' && !catalogueOf(of.contract).has(detail)) {
    const what =
      'The server knows no such address, so the operation was removed or renamed: it answered 404 with the detail "Not Found" of its framework.'
    return judged(of, 'DR01', { place: 'operation', what, witness: detail })
  }
  if (status === 405 && !responseOf(operation, 405)) {
    const allowed = headerOf(response.headers, 'allow')?.slice(0, 60)
    const others = allowed === undefined ? '' : `; it allows ${printableWord(allowed)}`
    const what = `The server does not take ${operation.method.toUpperCase()} at this address (405)${others}.`
    return judged(of, 'DR02', { place: 'operation', what, witness: allowed })
  }
  if (status >= 300 && status < 400 && !responseOf(operation, status)) {
    const what = `The server sends the client to another address (${status}).`
    return judged(of, 'DR03', { place: 'operation', what })
  }
  return undefined
}

/** Without an expectation a documented status is right, whatever it says. */
function judgePassively(of: Case): Outcome {
  const { operation, response } = of
  const { status } = response
  if (responseOf(operation, status)) return fine
  const place = `answer ${status}`
  if (isSuccess(status)) {
    const [promised, ...others] = operation.responses.filter(one => isSuccess(one.status))
    const isEmptied = of.body.kind === 'empty' && promised?.kind !== 'empty'
    const isFilled = of.body.kind !== 'empty' && promised?.kind === 'empty'
    // The body says more than the number then.
    if (others.length === 0 && (isEmptied || isFilled)) return fine
    const what = `Success is promised as ${promised?.status}, ${status} came.`
    return { judgements: [judged(of, 'DR40', { place, what, witness: status })], isOver: false }
  }
  // A framework refuses what is malformed by a list of its own accord; what it says of the server is judged apart.
  if (status === 422 && !detailOf(of)) return { judgements: [], isOver: false }
  const driftId = undocumentedDrift(of)
  const isPage = of.body.kind === 'text' && of.body.isHtml && driftId === 'DR42'
  const what = `The answer ${status}${saying(of)} is not in the contract${isPage ? ', and it is an HTML page' : ''}.`
  return {
    judgements: [judged(of, isPage ? 'DR50' : driftId, { place, what, witness: status })],
    isOver: true,
  }
}

function undocumentedDrift({ operation, response: { status }, ...of }: Case): DriftId {
  if (status >= 500) return 'DR45'
  if (status === 429) return 'DR61'
  if (status === 415) return 'DR17'
  const isRefused = status === 401 || status === 403
  if (isRefused && operation.security === 'none') return 'DR58'
  return isRefused && detailOf(of) === 'Not authenticated' ? 'DR59' : 'DR42'
}

/** A success was due and an error came. */
function refusedDrift(of: Case): DriftId {
  const { operation, exchange, expectation, response } = of
  const { status } = response
  if (status >= 500) return 'DR45'
  if (expectation?.driftId) return expectation.driftId
  if (status === 413) return 'DR20'
  if (status === 429 || status === 415) return undocumentedDrift(of)
  const carries = (name: string) => headerOf(exchange.request.headers, name) !== undefined
  if (status === 401 && operation.security === 'bearer' && carries('authorization')) return 'DR59'
  if (status === 401 && operation.security === 'refreshCookie' && carries('cookie')) return 'DR60'
  return responseOf(operation, status) ? 'DR43' : undocumentedDrift(of)
}

/** These say that something was accepted, so they do not fit where it was refused in another way. */
const acceptances: readonly DriftId[] = ['DR12', 'DR19', 'DR44', 'DR57']

function otherErrorDrift({ operation, expectation, response: { status } }: Case): DriftId {
  const { driftId } = expectation ?? {}
  if (status === 429) return 'DR61'
  if (driftId && !acceptances.includes(driftId)) return driftId
  return responseOf(operation, status) ? 'DR43' : 'DR42'
}

function successDrift({ operation, expectation }: Case): DriftId {
  const due = expectation?.outcomes.map(({ status }) => status) ?? []
  if (expectation?.driftId) return expectation.driftId
  if (operation.security === 'bearer' && due.every(status => status === 401)) return 'DR57'
  return due.every(status => status === 422) ? 'DR19' : 'DR44'
}

/** The judgement of an answer of the wrong kind; its body would be compared with a promise that does not hold here. */
function over(of: Case, driftId: DriftId, isDue: (status: number) => boolean): Outcome {
  const { expectation, response } = of
  const due = expectation?.outcomes.find(({ status }) => isDue(status)) ?? expectation?.outcomes[0]
  const because = expectation?.because === undefined ? '' : `, ${expectation.because}`
  const wanted = expectation?.outcomes.map(one => `${one.status}${quoted(one.detail)}`).join(' or ')
  const what = `The answer ${wanted} is due${because}; ${response.status}${saying(of)} came${asPage(of)}.`
  const place = expectation?.place ?? `answer ${due?.status ?? response.status}`
  return { judgements: [judged(of, driftId, { place, what, witness: response.status })], isOver: false }
}

/** The right status, but another of its details than the situation has in the contract. */
function judgeDetailDue(
  of: Case,
  accepted: readonly { readonly status: number; readonly detail?: string }[],
): Outcome {
  const { operation, response, expectation } = of
  const detail = detailOf(of)
  const isRight = accepted.some(due => due.detail === undefined || due.detail === detail)
  // An unknown detail is named where the body is judged.
  const isKnown = detail !== undefined && responseOf(operation, response.status)?.details?.includes(detail)
  if (isRight || !isKnown) return fine
  const wanted = accepted.map(due => quoted(due.detail).trim()).join(' or ')
  const because = expectation?.because === undefined ? '' : `, ${expectation.because}`
  const what = `The detail ${wanted} is due${because};${saying(of)} came.`
  const place = `answer ${response.status} detail`
  const driftId =
    expectation?.driftId && !acceptances.includes(expectation.driftId) ? expectation.driftId : 'DR47'
  const status = response.status
  return {
    judgements: [judged(of, driftId, { place, status, pointer: '/detail', what, witness: detail })],
    isOver: false,
  }
}

function saying(of: Case): string {
  const detail = detailOf(of)
  return detail === undefined ? '' : quoted(printableWord(detail))
}

function asPage({ body }: Case): string {
  return body.kind === 'text' && body.isHtml ? ' with an HTML page' : ''
}

function quoted(text: string | undefined): string {
  return text === undefined ? '' : ` "${text}"`
}
