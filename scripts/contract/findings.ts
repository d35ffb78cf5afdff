import { createHash } from 'node:crypto'
import { isObject } from '../lib/json'
import type { Evidence } from '../lib/masking/mask'
import { compareText } from '../lib/operation'
import {
  type ContractViolation,
  type DriftId,
  driftClasses,
  type Severity,
} from '../lib/validator/drift-classes'
import type { CheckContext } from './check-context'
import { InputError } from './errors'
import {
  type Finding,
  type FindingSource,
  type Observation,
  severities,
  type UsedBy,
  worstOf,
} from './finding'

/** Exchanges kept per finding; all are counted. */
export const MAX_EVIDENCE = 3

/** Drift of a response property that does no harm if no code reads it. */
const FIELD_DRIFTS: readonly DriftId[] = ['DR21', 'DR22', 'DR23', 'DR24']

/** Which source's sentence is used: the probe knows most, a document least. */
const sourceOrder: readonly FindingSource[] = ['probe', 'traffic', 'document']

type Group = {
  readonly sources: Set<FindingSource>
  readonly evidence: Evidence[]
  readonly severities: Severity[]
  first: Observation
  isAssumed: boolean
  exchanges: number
}

/**
 * Groups observations by class, operation and place. Takes them one by one, so that a long recording needs no
 * more memory than its findings.
 */
export class FindingCollector {
  private readonly groups = new Map<string, Group>()

  add(observation: Observation): void {
    const { violation, source, evidence } = observation
    const fingerprint = fingerprintOf(violation)
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

  findings(context: CheckContext): Finding[] {
    return [...this.groups]
      .map(([fingerprint, entry]) => toFinding(fingerprint, entry, context))
      .sort(byReadingOrder)
  }
}

export function toFindings(observations: readonly Observation[], context: CheckContext): Finding[] {
  const collector = new FindingCollector()
  for (const observation of observations) collector.add(observation)
  return collector.findings(context)
}

/** 16 hexadecimal digits, independent of the run, the machine and the wording. */
export function fingerprintOf({
  driftId,
  operationId,
  place,
}: Pick<ContractViolation, 'driftId' | 'operationId' | 'place'>): string {
  return createHash('sha256')
    .update([driftId, operationId ?? '', place].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

function toFinding(fingerprint: string, entry: Group, context: CheckContext): Finding {
  const { violation } = entry.first
  const { driftId, operationId, place, what, witness, status } = violation
  // A parameter has no pointer; its place is `query task_id`.
  const pointer = violation.pointer ?? (/^(?:path|query|header|cookie) /.test(place) ? place : undefined)
  const operation = context.contract.operations.find(one => one.operationId === operationId)
  const usedBy: UsedBy = operation
    ? context.usedBy(operation.operationId, status, pointer)
    : { files: [], screens: [] }
  const contractAt = operation && context.contractAt(operation.operationId, status, pointer)
  return {
    driftId,
    title: driftClasses[driftId].title,
    severity: severityByUse(driftId, worstOf(entry.severities), violation.pointer, usedBy),
    ...(operationId !== undefined && { operationId }),
    ...(operation && { call: `${operation.method.toUpperCase()} ${operation.path}` }),
    place,
    what,
    advice: driftClasses[driftId].advice,
    ...(witness !== undefined && { witness }),
    isAssumed: entry.isAssumed,
    sources: sourceOrder.filter(source => entry.sources.has(source)),
    evidence: entry.evidence,
    exchanges: entry.exchanges,
    ...(contractAt !== undefined && { contractAt }),
    usedBy,
    fingerprint,
  }
}

/** A property that no client file reads cannot break a screen. */
function severityByUse(
  driftId: DriftId,
  severity: Severity,
  pointer: string | undefined,
  usedBy: UsedBy,
): Severity {
  const isUnread = pointer !== undefined && FIELD_DRIFTS.includes(driftId) && usedBy.files.length === 0
  return isUnread && severity === 'breaking' ? 'degraded' : severity
}

function byReadingOrder(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(pathOf(a), pathOf(b)) ||
    compareText(a.place, b.place) ||
    compareText(a.driftId, b.driftId)
  )
}

/** Path first, so that the methods of one path are together. */
function pathOf({ call = '' }: Finding): string {
  return call.split(' ').reverse().join(' ')
}

/** A finding that is accepted for some time. */
export type BaselineEntry = {
  readonly fingerprint: string
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

const version = 1
const EXPIRY_DAYS = 90

/** Throws an InputError that names the invalid entry. */
export function readBaseline(text: string, file: string): BaselineEntry[] {
  const wrong = (what: string) => new InputError(`The baseline ${file} ${what}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('is not JSON; write one with --write-baseline.')
  }
  if (!isObject(value) || !Array.isArray(value.accepted) || value.version !== version)
    throw wrong(
      `is not of the form { "version": ${version}, "accepted": [...] }; write one with --write-baseline.`,
    )
  const entries = value.accepted.map((entry: unknown, index) => {
    const { fingerprint, reason, expires, about } = isObject(entry) ? entry : {}
    const at = typeof fingerprint === 'string' ? fingerprint : `number ${index + 1}`
    if (typeof fingerprint !== 'string' || !/^[0-9a-f]{16}$/.test(fingerprint))
      throw wrong(`has no fingerprint of 16 hexadecimal digits in its entry ${at}.`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw wrong(`has no reason in its entry ${at}: explain why this drift is accepted.`)
    if (typeof expires !== 'string' || !isCalendarDate(expires))
      throw wrong(`has no day such as 2026-12-31 under "expires" in its entry ${at}.`)
    return { fingerprint, reason, expires, ...(typeof about === 'string' && { about }) }
  })
  const duplicate = entries.find(({ fingerprint }, index) =>
    entries.slice(0, index).some(other => other.fingerprint === fingerprint),
  )
  if (duplicate) throw wrong(`holds the fingerprint ${duplicate.fingerprint} twice; keep one.`)
  return entries
}

/** Marks accepted findings instead of removing them, so that reports can show them. */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  now: Date,
): Applied {
  const today = now.toISOString().slice(0, 10)
  const expired = entries.filter(({ expires }) => expires < today)
  const found = new Set(findings.map(({ fingerprint }) => fingerprint))
  const valid = new Map(
    entries.filter(entry => !expired.includes(entry)).map(entry => [entry.fingerprint, entry]),
  )
  return {
    findings: findings.map(finding => {
      const entry = valid.get(finding.fingerprint)
      return entry ? { ...finding, accepted: entry.reason } : finding
    }),
    expired: expired.filter(({ fingerprint }) => found.has(fingerprint)),
    unused: entries.filter(({ fingerprint }) => !found.has(fingerprint)),
  }
}

/** Keeps the reasons of valid entries; new ones are empty and have to be filled in. */
export function writeBaseline(
  findings: readonly Finding[],
  known: readonly BaselineEntry[],
  now: Date,
): string {
  const expires = new Date(now.getTime() + EXPIRY_DAYS * 86_400_000).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const accepted = findings.map(({ fingerprint, driftId, call, place }) => {
    const before = known.find(entry => entry.fingerprint === fingerprint && entry.expires >= today)
    const about = [driftId, call, place].filter(part => part !== undefined).join(' ')
    return { fingerprint, about, reason: before?.reason ?? '', expires: before?.expires ?? expires }
  })
  return `${JSON.stringify({ version, accepted }, null, 2)}\n`
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
