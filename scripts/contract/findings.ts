import { createHash } from 'node:crypto'
import type { Evidence } from '../lib/masking/mask'
import { compareText } from '../lib/operation'
import type { ContractViolation, Severity } from '../lib/validator/contract-violation'
import { type DriftId, driftClasses } from '../lib/validator/drift-classes'
import type { CheckContext } from './check-context'
import type { Finding, FindingSource, Observation, UsedBy } from './finding'
import { severities, worstOf } from './report/severity'

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
