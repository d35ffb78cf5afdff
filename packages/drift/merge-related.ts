import type { Contract } from '../contract/read-contract'
import { type DriftId, driftClasses } from '../contract/validator/drift-classes'
import { driftIds, isOneOf } from '../contract/validator/drift-ids'
import { type Consequence, type Finding, getHash, getPlaces, getWorst, type RequestOutcome } from './finding'

/** A finding at one place, before related findings are merged. */
export type Draft = {
  readonly finding: Finding
  /** The last segment of the JSON pointer; empty without one. */
  readonly fieldName: string
  /** The contract's type at this place, such as `integer`. */
  readonly promised: string
  /** What was received, usually its type, such as `string:0000`. */
  readonly received: string
  /** Only the OpenAPI document shows it, and it concerns a value's type or format, which responses can refute. */
  readonly isUnconfirmedFormat: boolean
  /** Responses had the contract's format, whatever the document says. */
  readonly isRefuted: boolean
  readonly outcome?: RequestOutcome
  /** The status itself is wrong, not a part of the body. */
  readonly isStatusWrong: boolean
}

const MAX_EVIDENCE = 3

/** Turns drafts into one finding for each cause, with its places and consequences. */
export function mergeRelated(drafts: readonly Draft[], contract: Contract): Finding[] {
  const folded = foldConsequences(drafts, followsFromSameStatusChange(drafts))
  const causes = stages.reduce(
    (remaining, stage) => mergeStage(remaining, stage),
    lowerRefutedSeverity(folded),
  )
  const described = causes.map(draft => describeRemovedOperations(describeStatusChange(draft), contract))
  return consequenceRules(contract)
    .reduce((remaining, { follows }) => foldConsequences(remaining, follows), described)
    .map(({ finding }) => finding)
}

/** Each stage merges drafts with an equal key that have at least `min` places together. */
type Stage = { readonly min: number; readonly getKey: (draft: Draft) => string | undefined }

/** Similar ones at several places have separate causes. Removed operations (DR01) have a stage of their own. */
const SEPARATE_CAUSES: readonly DriftId[] = [
  driftIds.operationRemoved,
  driftIds.methodChanged,
  driftIds.operationUndocumented,
  driftIds.serverError,
  driftIds.contradiction,
  driftIds.wrongRelation,
  driftIds.terminalConnection,
  driftIds.crossOrigin,
]
/** A field is missing or has another name. */
const MISSING_FIELD_DRIFTS: readonly DriftId[] = [
  driftIds.fieldRemoved,
  driftIds.fieldOptional,
  driftIds.optionalFieldMissing,
  driftIds.fieldRenamed,
]

const stages: readonly Stage[] = [
  // Many operations are missing: the server is unfinished, or is another product.
  {
    min: 5,
    getKey: ({ finding }) => (finding.driftId === driftIds.operationRemoved ? keyFor(finding) : undefined),
  },
  // The same wrong status in many operations.
  { min: 3, getKey: draft => (isStatusDrift(draft) ? `status ${getStatusChange(draft)}` : undefined) },
  // An undocumented field, wherever it comes.
  {
    min: 2,
    getKey: ({ finding, fieldName, received }) =>
      finding.driftId === driftIds.fieldUndocumented
        ? [driftIds.fieldUndocumented, finding.severity, fieldName, received].join('\n')
        : undefined,
  },
  // A schema or response of the contract that several operations share.
  {
    min: 2,
    getKey: ({ finding, fieldName, received, isUnconfirmedFormat }) => {
      const { contractAt = '', driftId } = finding
      if (!/\/(?:schemas|responses)\//.test(contractAt) || SEPARATE_CAUSES.includes(driftId)) return undefined
      const [kind = ''] = received.split(':')
      if (isUnconfirmedFormat) return [driftId, 'document', contractAt, fieldName, kind].join('\n')
      return keyFor(finding, contractAt, fieldName, kind)
    },
  },
  // The same difference in many places.
  {
    min: 3,
    getKey: ({ finding, fieldName, promised, received, isUnconfirmedFormat }) => {
      const { driftId, place } = finding
      if (SEPARATE_CAUSES.includes(driftId) || driftId === driftIds.fieldUndocumented) return undefined
      const isAboutField = MISSING_FIELD_DRIFTS.includes(driftId) || promised === ''
      const where =
        fieldName === '' ? place.replace(/^answer \d+ ?/, '') : isAboutField ? fieldName : promised
      if (isUnconfirmedFormat) return [driftId, 'document', where, received].join('\n')
      return keyFor(finding, where, received)
    },
  },
]

function keyFor({ driftId, severity, isAssumed }: Finding, ...rest: readonly string[]): string {
  return [driftId, severity, isAssumed, ...rest].join('\n')
}

function mergeStage(drafts: readonly Draft[], { min, getKey }: Stage): Draft[] {
  const groups = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const key = getKey(draft)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), draft])
  }
  return drafts.flatMap(draft => {
    const key = getKey(draft)
    const sameKey = (key === undefined ? undefined : groups.get(key)) ?? []
    const placeCount = sameKey.flatMap(({ finding }) => getPlaces(finding)).length
    if (key === undefined || sameKey.length < 2 || placeCount < min) return [draft]
    return draft === sameKey[0] ? [mergeDrafts(key, sameKey)] : []
  })
}

/** Fields of places and of consequences. */
const COMMON = ['operationId', 'call', 'place', 'what'] as const

/** The named fields, as far as they are set. */
function pick<Name extends keyof Finding>(finding: Finding, names: readonly Name[]): Pick<Finding, Name> {
  const set = names.filter(name => finding[name] !== undefined)
  return Object.fromEntries(set.map(name => [name, finding[name]])) as Pick<Finding, Name>
}

function mergeDrafts(key: string, drafts: readonly Draft[]): Draft {
  const all = drafts.map(({ finding }) => finding)
  const isRefuted = drafts.some(draft => draft.isRefuted)
  const worst = getWorst(all.map(({ severity }) => severity))
  const [first] = drafts.toSorted(
    (a, b) => Number(b.finding.severity === worst) - Number(a.finding.severity === worst),
  )
  if (!first) throw new RangeError('Nothing to merge.')
  const consequences = all.flatMap(one => one.consequences ?? [])
  const finding: Finding = {
    ...first.finding,
    severity: isRefuted ? 'information' : worst,
    isAssumed: all.every(({ isAssumed }) => isAssumed),
    sources: [...new Set(all.flatMap(({ sources }) => sources))],
    evidence: all.flatMap(({ evidence }) => evidence).slice(0, MAX_EVIDENCE),
    exchanges: all.reduce((sum, { exchanges }) => sum + exchanges, 0),
    screens: [...new Set(all.flatMap(({ screens }) => screens))].sort(),
    places: [first, ...drafts.filter(one => one !== first)].flatMap(one =>
      getPlaces(one.finding).map(at =>
        pick(at, [
          ...COMMON,
          'witness',
          'contractAt',
          'evidence',
          'exchanges',
          'screens',
          'lost',
          'fingerprint',
        ]),
      ),
    ),
    ...(consequences.length > 0 && { consequences }),
    fingerprint: getHash(['cause', key]),
  }
  return { ...first, finding, isRefuted }
}

/** Also those that no stage merges. */
function lowerRefutedSeverity(drafts: readonly Draft[]): Draft[] {
  return drafts.map(draft =>
    draft.isRefuted ? { ...draft, finding: { ...draft.finding, severity: 'information' } } : draft,
  )
}

/** The same wrong status in several operations becomes one class, with a list of the calls. */
function describeStatusChange(draft: Draft): Draft {
  const { finding, outcome } = draft
  const { places } = finding
  if (!isStatusDrift(draft) || !outcome || !places) return draft
  const calls = [...new Set(places.flatMap(({ call }) => call ?? []))]
  if (calls.length < 2) return draft
  const [expected] = outcome.expected
  const what = `Expected ${expected}, got ${outcome.actual} in ${calls.length} calls: ${calls.join(', ')}.`
  const { title } = driftClasses[driftIds.otherError]
  return {
    ...draft,
    finding: { ...finding, title, driftId: driftIds.otherError, place: `answer ${expected}`, what },
  }
}

function describeRemovedOperations(draft: Draft, { operations }: Contract): Draft {
  const { driftId, places } = draft.finding
  if (driftId !== driftIds.operationRemoved || !places) return draft
  const what = `${places.length} of the ${operations.length} operations of the contract are absent. If nearly all are, this may be another product.`
  // The witness belongs to the first operation only.
  const { witness: _, ...finding } = draft.finding
  return { ...draft, finding: { ...finding, what } }
}

type Follows = (cause: Draft, other: Draft) => boolean

/** Moves drafts that follow from another one into its consequences. */
function foldConsequences(drafts: readonly Draft[], follows: Follows): Draft[] {
  const causes = new Map<Draft, Draft>()
  for (const other of drafts) {
    const cause = drafts.find(one => one !== other && !causes.has(one) && follows(one, other))
    if (cause && ![...causes.values()].includes(other)) causes.set(other, cause)
  }
  return drafts.flatMap(draft => {
    if (causes.has(draft)) return []
    const own = [...causes].flatMap(([other, cause]) => (cause === draft ? [other.finding] : []))
    if (own.length === 0) return [draft]
    const { finding } = draft
    const consequences = [...(finding.consequences ?? []), ...own.flatMap(toConsequences)]
    const severity = getWorst([finding.severity, ...own.map(one => one.severity)])
    const exchanges = own.reduce((sum, one) => sum + one.exchanges, finding.exchanges)
    return [{ ...draft, finding: { ...finding, severity, exchanges, consequences } }]
  })
}

function toConsequences(finding: Finding): Consequence[] {
  const own = getPlaces(finding).map(at =>
    pick(at, ['driftId', 'title', 'severity', ...COMMON, 'fingerprint']),
  )
  return [...own, ...(finding.consequences ?? [])]
}

/** Of the findings with the same wrong status in one operation, the most exact one is the cause of the others. */
function followsFromSameStatusChange(drafts: readonly Draft[]): Follows {
  const getKey = (draft: Draft) => `${draft.finding.operationId} ${getStatusChange(draft)}`
  const best = new Map<string, Draft>()
  for (const draft of drafts) {
    if (!isStatusDrift(draft)) continue
    const known = best.get(getKey(draft))
    if (!known || getCauseOrder(draft) < getCauseOrder(known)) best.set(getKey(draft), draft)
  }
  return (cause, other) => isWrongErrorStatus(other) && best.get(getKey(other)) === cause
}

/** An earlier write that left a wrong state can cause these. */
const STATE_DRIFTS: readonly DriftId[] = [
  driftIds.otherError,
  driftIds.errorBecameSuccess,
  driftIds.contradiction,
  driftIds.wrongRelation,
]

function consequenceRules(contract: Contract): { readonly name: string; readonly follows: Follows }[] {
  const writes = new Set(
    contract.operations.filter(({ effect }) => effect === 'write').map(({ operationId }) => operationId),
  )
  const isBasePath = ({ finding: { driftId, operationId, place } }: Draft) =>
    driftId === driftIds.pathMoved && (place === 'base path' || operationId === undefined)
  return [
    {
      name: 'a missing base path explains every missing path',
      follows: (cause, other) => isBasePath(cause) && other.finding.driftId === driftIds.operationRemoved,
    },
    {
      name: 'a field that came under another name is the one that the document lacks, and the one that it adds',
      follows: (cause, other) =>
        cause.finding.driftId === driftIds.fieldRenamed &&
        [...MISSING_FIELD_DRIFTS, driftIds.fieldUndocumented].includes(other.finding.driftId) &&
        other.finding.sources.every(source => source === 'document') &&
        coversFields(cause.finding, other.finding),
    },
    {
      name: 'nothing else can be right in an operation that is gone',
      follows: (cause, other) =>
        isOneOf(cause.finding.driftId, [
          driftIds.operationRemoved,
          driftIds.methodChanged,
          driftIds.pathMoved,
        ]) &&
        coversOperations(cause, other) &&
        other.outcome !== undefined,
    },
    {
      name: 'a call that fails on its happy path fails on every other in the same way',
      follows: ({ outcome, ...cause }, other) =>
        isOneOf(cause.finding.driftId, [driftIds.serverError, driftIds.errorPage, driftIds.invalidJson]) &&
        outcome?.expected.some(isSuccess) === true &&
        !outcome.isBoundary &&
        hasUnexpectedStatus(other) &&
        coversOperations({ ...cause, outcome }, other) &&
        outcome.actual === other.outcome?.actual &&
        (outcome.actual >= 500 || (outcome.isPage && other.outcome.isPage)),
    },
    {
      name: 'a detail under a wrong status follows from the status',
      follows: (cause, other) =>
        other.finding.driftId === driftIds.detailUnknown &&
        cause.finding.driftId !== driftIds.detailUnknown &&
        hasUnexpectedStatus(other) &&
        hasUnexpectedStatus(cause) &&
        cause.isStatusWrong &&
        coversOperations(cause, other) &&
        cause.outcome?.actual === other.outcome?.actual,
    },
    {
      name: 'a wrong state belongs to the call that has led to it, not to the one that asks for it',
      follows: (cause, other) => {
        const step = other.finding.evidence[0]?.origin
        return (
          step?.startsWith('probe: ') === true &&
          STATE_DRIFTS.includes(other.finding.driftId) &&
          writes.has(cause.finding.operationId ?? '') &&
          cause.finding.severity !== 'information' &&
          !writes.has(other.finding.operationId ?? '') &&
          cause.finding.evidence.some(({ origin }) => origin === step)
        )
      },
    },
  ]
}

/** Whether every place of the other is the old or the new name of a renamed field. */
function coversFields(renamed: Finding, other: Finding): boolean {
  const fields = getPlaces(renamed).flatMap(({ operationId, place, witness }) =>
    [place, place.replace(/[^/]*$/, String(witness))].map(field => `${operationId} ${field}`),
  )
  return getPlaces(other).every(({ operationId, place }) => fields.includes(`${operationId} ${place}`))
}

function coversOperations(cause: Draft, other: Draft): boolean {
  const own = new Set(getPlaces(cause.finding).map(({ operationId }) => operationId))
  return getPlaces(other.finding).every(
    ({ operationId }) => operationId !== undefined && own.has(operationId),
  )
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function hasUnexpectedStatus({ outcome }: Draft): boolean {
  return outcome !== undefined && !outcome.expected.includes(outcome.actual)
}

/** One error status instead of another. A rate limit (429) has a drift class of its own. */
function isWrongErrorStatus(draft: Draft): boolean {
  const { outcome } = draft
  if (!outcome || !hasUnexpectedStatus(draft) || !draft.isStatusWrong) return false
  return outcome.actual >= 400 && outcome.actual !== 429 && !outcome.expected.some(isSuccess)
}

function isStatusDrift(draft: Draft): boolean {
  const isOfClass = isOneOf(draft.finding.driftId, [
    driftIds.errorUndocumented,
    driftIds.otherError,
    driftIds.refreshProtocol,
    driftIds.contradiction,
  ])
  return isOfClass && isWrongErrorStatus(draft) && draft.outcome?.isBoundary === false
}

function getStatusChange({ outcome }: Draft): string {
  return `${outcome?.expected[0]} ${outcome?.actual}`
}

/** The lowest is the cause: an error status (DR42, DR43) before other drift, a response before a part of a request. */
function getCauseOrder({ finding: { driftId, place } }: Draft): number {
  return (
    (driftId === driftIds.errorUndocumented || driftId === driftIds.otherError ? 0 : 2) +
    (place.startsWith('answer') ? 0 : 1)
  )
}
