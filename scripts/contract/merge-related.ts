import type { Contract } from '../lib/read-contract'
import { type DriftId, driftClasses } from '../lib/validator/drift-classes'
import type { Observation, RequestOutcome } from './finding'

/** This many operations with the same wrong status have one cause. */
const MIN_OPERATIONS_OF_ONE_CAUSE = 3

const statusDrifts: readonly DriftId[] = ['DR42', 'DR43', 'DR60', 'DR62']

type ProbedObservation = Observation & { readonly outcome: RequestOutcome }
type Rule = {
  /** Documents why a finding is missing from the report. */
  readonly name: string
  readonly apply: (all: readonly Observation[], contract: Contract) => readonly Observation[]
}

/** Applied in this order. No rule removes the last finding of an operation. */
export const mergeRules: readonly Rule[] = [
  { name: 'a missing base path explains every missing path', apply: mergeBasePath },
  {
    name: 'a call that fails on its happy path fails on every other in the same way',
    apply: mergeBrokenCalls,
  },
  { name: 'a detail under a wrong status follows from the status', apply: mergeDetails },
  { name: 'one wrong status in place of another is one finding of an operation', apply: mergeStatusPairs },
  {
    name: 'the same wrong status in many operations has one cause and gets the same text',
    apply: mergeWidespread,
  },
]

/** Replaces observations that follow from another one by that one, so that each drift is reported once. */
export function mergeRelated(observations: readonly Observation[], contract: Contract): Observation[] {
  return [...mergeRules.reduce((left, { apply }) => apply(left, contract), observations)]
}

function mergeBasePath(all: readonly Observation[]): readonly Observation[] {
  const isMoved = all.some(({ violation }) => violation.driftId === 'DR03' && violation.place === 'base path')
  return isMoved ? all.filter(({ violation }) => violation.driftId !== 'DR01') : all
}

function mergeBrokenCalls(all: readonly Observation[]): readonly Observation[] {
  const broken = all.filter(
    (one): one is ProbedObservation =>
      isProbed(one) &&
      ['DR45', 'DR50', 'DR38'].includes(one.violation.driftId) &&
      one.outcome.expected.some(isSuccess) &&
      !one.outcome.isBoundary,
  )
  return all.map(one => {
    if (!isProbed(one) || !isWrong(one)) return one
    const { outcome } = one
    const cause = broken.find(
      ({ violation, outcome: other }) =>
        violation.operationId === one.violation.operationId &&
        other.actual === outcome.actual &&
        (outcome.actual >= 500 || (outcome.isPage && other.isPage)),
    )
    return cause ? withViolation(one, cause) : one
  })
}

function mergeDetails(all: readonly Observation[]): readonly Observation[] {
  const wrong = new Set(all.filter(one => isProbed(one) && isWrong(one) && !isDetail(one)).map(statusKey))
  return all.filter(one => !(isProbed(one) && isWrong(one) && isDetail(one) && wrong.has(statusKey(one))))
}

function mergeStatusPairs(all: readonly Observation[]): readonly Observation[] {
  const representatives = new Map<string, ProbedObservation>()
  for (const one of all) {
    if (!isStatusDrift(one) || one.outcome.isBoundary) continue
    const known = representatives.get(pairKey(one))
    // Prefer the class and place that describe the status itself.
    if (!known || specificity(one) < specificity(known)) representatives.set(pairKey(one), one)
  }
  return all.map(one => {
    const representative = isProbed(one) && isSameStatus(one) ? representatives.get(pairKey(one)) : undefined
    return representative ? withViolation(one, representative) : one
  })
}

function mergeWidespread(all: readonly Observation[], contract: Contract): readonly Observation[] {
  const byChange = new Map<string, ProbedObservation[]>()
  for (const one of all)
    if (isStatusDrift(one) && !one.outcome.isBoundary)
      byChange.set(changeKey(one), [...(byChange.get(changeKey(one)) ?? []), one])
  return all.map(one => {
    const same = isStatusDrift(one) ? (byChange.get(changeKey(one)) ?? []) : []
    const ids = new Set(same.map(({ violation }) => violation.operationId))
    if (!isStatusDrift(one) || ids.size < MIN_OPERATIONS_OF_ONE_CAUSE) return one
    const isDocumented = same.some(({ violation }) => violation.driftId !== 'DR42')
    const driftId = isDocumented ? 'DR43' : 'DR42'
    const { severity } = driftClasses[driftId]
    const [expected] = one.outcome.expected
    const calls = contract.operations
      .filter(({ operationId }) => ids.has(operationId))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const what = `The answer ${expected} is due; ${one.outcome.actual} came, in ${calls.length} calls: ${calls.join(', ')}.`
    return { ...one, violation: { ...one.violation, driftId, severity, place: `answer ${expected}`, what } }
  })
}

function isProbed(one: Observation): one is ProbedObservation {
  return one.outcome !== undefined
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function isWrong({ outcome }: ProbedObservation): boolean {
  return !outcome.expected.includes(outcome.actual)
}

function isDetail({ violation }: Observation): boolean {
  return violation.driftId === 'DR47'
}

/** An error instead of another error. */
function isSameStatus(one: ProbedObservation): boolean {
  const { expected, actual } = one.outcome
  // Violations of the body, or of an entry of a framework's error list, are fixed separately.
  const isOfStatus = one.violation.witness === actual && one.violation.pointer === undefined
  return isOfStatus && isWrong(one) && actual >= 400 && actual !== 429 && !expected.some(isSuccess)
}

function isStatusDrift(one: Observation): one is ProbedObservation {
  return isProbed(one) && isSameStatus(one) && statusDrifts.includes(one.violation.driftId)
}

function statusKey({ violation, outcome }: Observation): string {
  return `${violation.operationId} ${outcome?.actual}`
}

function changeKey({ outcome }: ProbedObservation): string {
  return `${outcome.expected[0]} ${outcome.actual}`
}

function pairKey(one: ProbedObservation): string {
  return `${one.violation.operationId} ${changeKey(one)}`
}

/** A status class is more specific than a protocol step, a response more than a part of a request. */
function specificity({ violation }: ProbedObservation): number {
  const isPlain = violation.driftId === 'DR42' || violation.driftId === 'DR43'
  return (isPlain ? 0 : 2) + (violation.place.startsWith('answer') ? 0 : 1)
}

function withViolation(one: Observation, { violation }: Observation): Observation {
  return { ...one, violation }
}
