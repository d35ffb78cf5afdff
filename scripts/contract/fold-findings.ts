import { type DriftId, driftClasses } from '../lib/judge/drift-classes'
import type { Contract } from '../lib/load-contract'
import type { AskedFor, Observation } from './finding'

/** So many operations with the same wrong status have one cause. */
const fewestOfOneCause = 3

/** What a wrong error status is called, whatever the question was about. */
const statusDrifts: readonly DriftId[] = ['DR42', 'DR43', 'DR60', 'DR62']

type Asked = Observation & { readonly asked: AskedFor }
type Rule = {
  /** What follows from what; for people who ask why a finding is not there. */
  readonly name: string
  readonly fold: (all: readonly Observation[], contract: Contract) => readonly Observation[]
}

/** In this order; each reads what the one before has left. No rule takes the last finding of an operation away. */
export const foldingRules: readonly Rule[] = [
  { name: 'a base path that is gone explains every address that is gone', fold: foldBasePath },
  { name: 'a call that fails on its happy path fails on every other in the same way', fold: foldBroken },
  { name: 'a detail under a wrong status follows from the status', fold: foldDetails },
  { name: 'one wrong status in place of another is one finding of an operation', fold: foldPairs },
  { name: 'the same wrong status in many operations is one cause, told in the same words', fold: foldWide },
]

/** What was seen, with that which only follows from something else told as that: one drift once, by its true name. */
export function foldFindings(observations: readonly Observation[], contract: Contract): Observation[] {
  return [...foldingRules.reduce((left, { fold }) => fold(left, contract), observations)]
}

function foldBasePath(all: readonly Observation[]): readonly Observation[] {
  const isMoved = all.some(({ judgement }) => judgement.driftId === 'DR03' && judgement.place === 'base path')
  return isMoved ? all.filter(({ judgement }) => judgement.driftId !== 'DR01') : all
}

function foldBroken(all: readonly Observation[]): readonly Observation[] {
  const broken = all.filter(
    (one): one is Asked =>
      isAsked(one) &&
      ['DR45', 'DR50', 'DR38'].includes(one.judgement.driftId) &&
      one.asked.due.some(isSuccess) &&
      !one.asked.isEdge,
  )
  return all.map(one => {
    if (!isAsked(one) || !isWrong(one)) return one
    const { asked } = one
    const cause = broken.find(
      ({ judgement, asked: other }) =>
        judgement.operationId === one.judgement.operationId &&
        other.came === asked.came &&
        (asked.came >= 500 || (asked.isPage && other.isPage)),
    )
    return cause ? toldAs(one, cause) : one
  })
}

function foldDetails(all: readonly Observation[]): readonly Observation[] {
  const wrong = new Set(all.filter(one => isAsked(one) && isWrong(one) && !isDetail(one)).map(placeOfStatus))
  return all.filter(one => !(isAsked(one) && isWrong(one) && isDetail(one) && wrong.has(placeOfStatus(one))))
}

function foldPairs(all: readonly Observation[]): readonly Observation[] {
  const leaders = new Map<string, Asked>()
  for (const one of all) {
    if (!isStatusDrift(one) || one.asked.isEdge) continue
    const known = leaders.get(pairOf(one))
    // By its plainest name, and of the plainest question.
    if (!known || plainness(one) < plainness(known)) leaders.set(pairOf(one), one)
  }
  return all.map(one => {
    const leader = isAsked(one) && isSameStatus(one) ? leaders.get(pairOf(one)) : undefined
    return leader ? toldAs(one, leader) : one
  })
}

function foldWide(all: readonly Observation[], contract: Contract): readonly Observation[] {
  const wide = new Map<string, Asked[]>()
  for (const one of all)
    if (isStatusDrift(one) && !one.asked.isEdge)
      wide.set(changeOf(one), [...(wide.get(changeOf(one)) ?? []), one])
  return all.map(one => {
    const same = isStatusDrift(one) ? (wide.get(changeOf(one)) ?? []) : []
    const ids = new Set(same.map(({ judgement }) => judgement.operationId))
    if (!isStatusDrift(one) || ids.size < fewestOfOneCause) return one
    const isDocumented = same.some(({ judgement }) => judgement.driftId !== 'DR42')
    const driftId = isDocumented ? 'DR43' : 'DR42'
    const { severity } = driftClasses[driftId]
    const [due] = one.asked.due
    const calls = contract.operations
      .filter(({ operationId }) => ids.has(operationId))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const what = `The answer ${due} is due; ${one.asked.came} came, in ${calls.length} calls: ${calls.join(', ')}.`
    return { ...one, judgement: { ...one.judgement, driftId, severity, place: `answer ${due}`, what } }
  })
}

function isAsked(one: Observation): one is Asked {
  return one.asked !== undefined
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function isWrong({ asked }: Asked): boolean {
  return !asked.due.includes(asked.came)
}

function isDetail({ judgement }: Observation): boolean {
  return judgement.driftId === 'DR47'
}

/** An error in place of another error: nothing was let in, nothing was refused that was due. */
function isSameStatus(one: Asked): boolean {
  const { due, came } = one.asked
  // What speaks of the body, or of an entry of a framework's list, is another thing to mend.
  const isOfStatus = one.judgement.witness === came && one.judgement.pointer === undefined
  return isOfStatus && isWrong(one) && came >= 400 && came !== 429 && !due.some(isSuccess)
}

function isStatusDrift(one: Observation): one is Asked {
  return isAsked(one) && isSameStatus(one) && statusDrifts.includes(one.judgement.driftId)
}

function placeOfStatus({ judgement, asked }: Observation): string {
  return `${judgement.operationId} ${asked?.came}`
}

function changeOf({ asked }: Asked): string {
  return `${asked.due[0]} ${asked.came}`
}

function pairOf(one: Asked): string {
  return `${one.judgement.operationId} ${changeOf(one)}`
}

/** Less is plainer: a status is a status before it is a step of a protocol, and an answer before a part of a request. */
function plainness({ judgement }: Asked): number {
  const isPlain = judgement.driftId === 'DR42' || judgement.driftId === 'DR43'
  return (isPlain ? 0 : 2) + (judgement.place.startsWith('answer') ? 0 : 1)
}

function toldAs(one: Observation, { judgement }: Observation): Observation {
  return { ...one, judgement }
}
