import { getKind, isObject, listAt, parseJson } from '../contract/json'
import { compareText, getCall } from '../contract/operation'
import {
  type ContractViolation,
  type DriftId,
  driftClasses,
  type Severity,
} from '../contract/validator/drift-classes'
import { driftIds, isOneOf } from '../contract/validator/drift-ids'
import { isSecretField } from '../contract/validator/secret-fields'
import { type CheckContext, promisedAt } from './check-context'
import type { ExchangeStats } from './coverage'
import { InputError } from './errors'
import {
  type Finding,
  type FindingSource,
  getHash,
  getPlaces,
  getWorst,
  type Observation,
  type ObservationGroup,
  severities,
} from './finding'
import { joinReplaced } from './join-replaced'
import { type Draft, mergeRelated } from './merge-related'

/** Exchanges kept per finding; all are counted. */
export const MAX_EVIDENCE = 3

/** Which source's sentence is used: the probe knows most, a document least. */
const sourceOrder: readonly FindingSource[] = ['probe', 'traffic', 'document']

type Seen = Pick<ExchangeStats, 'hasAnswered' | 'hasShown'> &
  Partial<Pick<ExchangeStats, 'fields' | 'source'>>

const nothingSeen: Seen = { hasAnswered: () => false, hasShown: () => false }

/**
 * Groups observations by class, operation, place and what came. Takes them one by one, so that a long recording
 * needs no more memory than its findings.
 */
export class FindingCollector {
  private readonly groups = new Map<string, ObservationGroup>()

  add(observation: Observation): void {
    const { violation, source, evidence } = observation
    const fingerprint = getFingerprint(violation)
    const known = this.groups.get(fingerprint)
    const entry = known ?? {
      sources: new Set(),
      evidence: [],
      severities: [],
      first: observation,
      isAssumed: false,
      exchanges: 0,
    }
    if (!known) this.groups.set(fingerprint, entry)
    entry.sources.add(source)
    if (!entry.severities.includes(violation.severity)) entry.severities.push(violation.severity)
    entry.isAssumed ||= violation.isAssumed === true
    if (sourceOrder.indexOf(source) < sourceOrder.indexOf(entry.first.source)) entry.first = observation
    if (!evidence) return
    entry.exchanges += 1
    if (entry.evidence.length < MAX_EVIDENCE && entry.evidence.every(({ curl }) => curl !== evidence.curl))
      entry.evidence.push(evidence)
  }

  findings(context: CheckContext, seen: Seen = nothingSeen): Finding[] {
    const known = [...this.groups.values()].map(group => unlessUnknownId(group, seen))
    const groups = joinSources(joinReplaced(known, context, seen))
    const drafts = groups.map(group => toDraft(group, context, seen))
    return mergeRelated(drafts, context.contract).map(shorten).sort(byReadingOrder)
  }
}

export function toFindings(
  observations: readonly Observation[],
  context: CheckContext,
  seen?: Seen,
): Finding[] {
  const collector = new FindingCollector()
  for (const observation of observations) collector.add(observation)
  return collector.findings(context, seen)
}

/** 16 hexadecimal digits, independent of the run, the machine and the wording. */
export function getFingerprint(violation: Omit<ContractViolation, 'what' | 'severity'>): string {
  const { driftId, operationId, place } = violation
  return getHash([driftId, operationId ?? '', place, describeReceived(violation)])
}

/** The kind of what came; a worse kind at the same place is another finding. */
function describeReceived({
  driftId,
  came,
  witness,
  pointer,
}: Omit<ContractViolation, 'what' | 'severity'>): string {
  if (driftId === driftIds.fieldUndocumented) return came?.startsWith('kept') ? came : ''
  if (came !== undefined) return came
  if (isOneOf(driftId, [driftIds.fieldRemoved, driftIds.fieldOptional, driftIds.optionalFieldMissing]))
    return 'absent'
  if (witness === undefined || driftId === driftIds.tooSlowOrLarge) return ''
  if (driftId === driftIds.enumValueAdded) return `${getKind(witness)}:${witness}`
  if (driftId === driftIds.detailUnknown || driftId === driftIds.detailSpelling)
    return `"${String(witness).replaceAll(':', ' ')}"`
  const isStatus = typeof witness === 'number' && witness >= 100 && witness < 600 && pointer === undefined
  return isStatus || driftId === driftIds.answerMediaType ? String(witness) : getKind(witness)
}

/** A framework's 404 for one id proves nothing against an operation that has answered others. */
function unlessUnknownId(group: ObservationGroup, seen: Seen): ObservationGroup {
  const { violation } = group.first
  const { driftId, operationId = '', witness } = violation
  if (
    driftId !== driftIds.operationRemoved ||
    group.sources.has('document') ||
    !seen.hasAnswered(operationId)
  )
    return group
  const what = `The detail "${witness}" of the framework came for an id that the server does not know; the contract has a detail of its own.`
  const changed = {
    driftId: driftIds.detailUnknown,
    severity: 'degraded',
    place: 'answer 404 detail',
    status: 404,
  } as const
  const first = { ...group.first, violation: { ...violation, ...changed, pointer: '/detail', what } }
  return { ...group, first, severities: ['degraded'] }
}

/** A difference of the document joins the same difference of the answers, which know it more exactly. */
function joinSources(groups: readonly ObservationGroup[]): ObservationGroup[] {
  const getKey = ({ first: { violation } }: ObservationGroup) =>
    [violation.driftId, violation.operationId, violation.place].join('\n')
  const isDocument = ({ sources }: ObservationGroup) => sources.size === 1 && sources.has('document')
  const live = new Map<string, ObservationGroup[]>()
  for (const group of groups)
    if (!isDocument(group)) live.set(getKey(group), [...(live.get(getKey(group)) ?? []), group])
  return groups.filter(group => {
    if (!isDocument(group)) return true
    const came = describeReceived(group.first.violation)
    const same = live
      .get(getKey(group))
      ?.filter(other => isSameKind(describeReceived(other.first.violation), came))
    for (const other of same ?? []) other.sources.add('document')
    return !same?.length
  })
}

function isSameKind(exact: string, kind: string): boolean {
  return exact === kind || exact.startsWith(`${kind}:`)
}

/** Differences of a value's type or format, which responses can refute. */
const FORMAT_DRIFTS: readonly DriftId[] = [
  driftIds.scalarType,
  driftIds.enumValueAdded,
  driftIds.dateTimeFormat,
  driftIds.dateAsNumber,
  driftIds.formatLost,
  driftIds.valueOutOfRange,
]

function toDraft(group: ObservationGroup, context: CheckContext, seen: Seen): Draft {
  const { violation, outcome } = group.first
  const { driftId, operationId, place, what, witness, status } = violation
  // A parameter has no pointer; its place is `query task_id`.
  const pointer = violation.pointer ?? (/^(?:path|query|header|cookie) /.test(place) ? place : undefined)
  const operation = context.contract.operations.find(one => one.operationId === operationId)
  const lost = context.lostWithout(violation)
  const contractAt = operation && context.contractAt(operation.operationId, status, pointer)
  const promised =
    operation && violation.pointer !== undefined
      ? promisedAt(context.contract, operation.operationId, status, violation.pointer)
      : ''
  const isDocumentAlone = group.sources.size === 1 && group.sources.has('document')
  const isUnconfirmedFormat = isDocumentAlone && FORMAT_DRIFTS.includes(driftId)
  const finding: Finding = {
    driftId,
    title: driftClasses[driftId].title,
    severity: getSeverity(violation, getWorst(group.severities), promised, lost),
    ...(operationId !== undefined && { operationId }),
    ...(operation && { call: getCall(operation) }),
    place,
    what,
    advice: violation.advice ?? driftClasses[driftId].advice,
    ...(witness !== undefined && { witness }),
    isAssumed: group.isAssumed,
    sources: sourceOrder.filter(source => group.sources.has(source)),
    evidence: group.evidence,
    exchanges: group.exchanges,
    ...(contractAt !== undefined && { contractAt }),
    screens: operation ? context.screens(operation.operationId) : [],
    ...(lost !== undefined && { lost }),
    fingerprint: getFingerprint(violation),
  }
  return {
    finding,
    fieldName: violation.pointer?.split('/').at(-1) ?? '',
    promised,
    received: describeReceived(violation),
    isUnconfirmedFormat,
    isRefuted:
      isUnconfirmedFormat &&
      status !== undefined &&
      seen.hasShown(operationId ?? '', status, violation.pointer ?? ''),
    ...(outcome && { outcome }),
    isStatusWrong:
      violation.pointer === undefined && typeof witness === 'number' && witness === outcome?.actual,
  }
}

/** Parts of addresses, which the client validates before it opens them. */
const ADDRESS_NAME = /(?:^|_)(?:url|link|token|code)$/

function getSeverity(
  { driftId, pointer, witness }: ContractViolation,
  severity: Severity,
  promised: string,
  lost: string | undefined,
): Severity {
  if (pointer === undefined) return severity
  const name = pointer.split('/').at(-1) ?? ''
  if (driftId === driftIds.fieldUndocumented && severity === 'information')
    return isSecretField(name, witness ?? name) ? 'degraded' : severity
  if (severity === 'breaking' && lost?.startsWith('Nothing')) return 'degraded'
  const isAddress = promised.split(' ').includes('uri') || ADDRESS_NAME.test(name)
  const isRefused = isOneOf(driftId, [driftIds.formatLost, driftIds.valueOutOfRange]) && isAddress
  return isRefused && severity === 'information' ? 'degraded' : severity
}

/** `"t…" (501 characters)`: long values of tests hide the limit that they are about. */
function shorten(finding: Finding): Finding {
  const { what } = finding
  const shown = what.replaceAll(/"([^"\\]*?)(.)\2{20,}[^"]*"/g, (_, start: string, letter: string) => {
    const { witness } = finding
    const size = typeof witness === 'string' ? ` (${Array.from(witness).length} characters)` : ''
    return `"${start}${letter}…"${size}`
  })
  return shown === what ? finding : { ...finding, what: shown }
}

function byReadingOrder(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(getPath(a), getPath(b)) ||
    compareText(a.place, b.place) ||
    compareText(a.driftId, b.driftId)
  )
}

/** Path first, so that the methods of one path are together. */
function getPath({ call = '' }: Finding): string {
  return call.split(' ').reverse().join(' ')
}

/** A finding that is accepted for some time. */
export type BaselineEntry = {
  readonly fingerprint: string
  /** Of every place, if the cause has several: a new place is not accepted. */
  readonly places?: readonly string[]
  readonly reason: string
  /** The last day on which it is accepted, such as `2026-12-31`. */
  readonly expires: string
  readonly about?: string
}

type Applied = {
  readonly findings: Finding[]
  /** Expired entries: their drift counts again. */
  readonly expired: BaselineEntry[]
  /** Entries without a finding: they can be removed. */
  readonly unused: BaselineEntry[]
}

const version = 2
const EXPIRY_DAYS = 90

/** Throws an InputError that names the invalid entry. */
export function readBaseline(text: string, file: string): BaselineEntry[] {
  const wrong = (what: string) => new InputError(`The baseline ${file} ${what}`)
  const value = parseJson(text)
  if (value === undefined) throw wrong('is not JSON; write one with --write-baseline.')
  if (isObject(value) && value.version === 1)
    throw wrong(
      'is of version 1, which accepted places whatever came there; write it again with --write-baseline.',
    )
  if (!isObject(value) || !Array.isArray(value.accepted) || value.version !== version)
    throw wrong(
      `is not of the form { "version": ${version}, "accepted": [...] }; write one with --write-baseline.`,
    )
  const entries = value.accepted.map((entry: unknown, index) => {
    const { fingerprint, places, reason, expires, about } = isObject(entry) ? entry : {}
    const at = typeof fingerprint === 'string' ? fingerprint : `number ${index + 1}`
    if (![fingerprint, ...listAt(places)].every(one => /^[0-9a-f]{16}$/.test(String(one))))
      throw wrong(`has no fingerprint of 16 hexadecimal digits in its entry ${at}.`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw wrong(`has no reason in its entry ${at}: explain why this drift is accepted.`)
    if (typeof expires !== 'string' || !isCalendarDate(expires))
      throw wrong(`has no day such as 2026-12-31 under "expires" in its entry ${at}.`)
    return {
      fingerprint: String(fingerprint),
      ...(Array.isArray(places) && { places: places.map(String) }),
      reason,
      expires,
      ...(typeof about === 'string' && { about }),
    }
  })
  const duplicate = entries.find(({ fingerprint }, index) =>
    entries.slice(0, index).some(other => other.fingerprint === fingerprint),
  )
  if (duplicate) throw wrong(`holds the fingerprint ${duplicate.fingerprint} twice; keep one.`)
  return entries
}

/**
 * Marks accepted findings instead of removing them, so that reports can show them. Of a cause with several places
 * those that the baseline does not have stay open.
 */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  now: Date,
): Applied {
  const today = now.toISOString().slice(0, 10)
  const isExpired = ({ expires }: BaselineEntry) => expires < today
  const found = new Set(findings.flatMap(getPlaces).map(({ fingerprint }) => fingerprint))
  const isFound = (entry: BaselineEntry) => getFingerprints(entry).some(one => found.has(one))
  const valid = byFingerprint(entries.filter(entry => !isExpired(entry)))
  return {
    findings: findings.flatMap(finding => {
      const all = getPlaces(finding)
      const known = all.filter(({ fingerprint }) => valid.has(fingerprint))
      const [first] = known
      if (!first) return [finding]
      const accepted = valid.get(first.fingerprint)?.reason ?? ''
      if (known.length === all.length) return [{ ...finding, accepted }]
      const open = all.filter(one => !known.includes(one))
      return [
        { ...finding, ...partOf(finding, open), fingerprint: finding.fingerprint },
        { ...finding, ...partOf(finding, known), accepted },
      ]
    }),
    expired: entries.filter(entry => isExpired(entry) && isFound(entry)),
    unused: entries.filter(entry => !isFound(entry)),
  }
}

function getFingerprints({ fingerprint, places }: BaselineEntry): readonly string[] {
  return places ?? [fingerprint]
}

function byFingerprint(entries: readonly BaselineEntry[]): ReadonlyMap<string, BaselineEntry> {
  return new Map(entries.flatMap(entry => getFingerprints(entry).map(one => [one, entry] as const)))
}

/** Some places of a cause as a finding. */
function partOf(finding: Finding, part: readonly Finding[]): Partial<Finding> {
  const fingerprints = part.map(({ fingerprint }) => fingerprint)
  const places = finding.places?.filter(({ fingerprint }) => fingerprints.includes(fingerprint)) ?? []
  return { ...places[0], places }
}

/** Keeps the reasons of valid entries; new ones are empty and have to be filled in. */
export function writeBaseline(
  findings: readonly Finding[],
  known: readonly BaselineEntry[],
  now: Date,
): string {
  const expires = new Date(now.getTime() + EXPIRY_DAYS * 86_400_000).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const valid = byFingerprint(known.filter(entry => entry.expires >= today))
  const accepted = findings.map(finding => {
    const { fingerprint, driftId, call, place } = finding
    const all = getPlaces(finding).map(one => one.fingerprint)
    const before = all.every(one => valid.has(one)) ? valid.get(all[0] ?? '') : undefined
    const more = all.length > 1 ? `and ${all.length - 1} more` : undefined
    const about = [driftId, call, place, more].filter(part => part !== undefined).join(' ')
    return {
      fingerprint,
      ...(all.length > 1 && { places: all }),
      about,
      reason: before?.reason ?? '',
      expires: before?.expires ?? expires,
    }
  })
  return `${JSON.stringify({ version, accepted }, null, 2)}\n`
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
