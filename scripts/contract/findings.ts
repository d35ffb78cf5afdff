import { createHash } from 'node:crypto'
import { type DriftId, driftClasses } from '../lib/judge/drift-classes'
import type { Judgement, Severity } from '../lib/judge/judgement'
import type { Evidence } from '../lib/masking/evidence'
import { compareText } from '../lib/operation'
import type { Finding, FindingSource, Observation, UsedBy } from './finding'
import type { Knowledge } from './knowledge'
import { severities, worstOf } from './report/severity'

/** How many exchanges a finding keeps as evidence; all are counted. */
export const keptEvidence = 3

/** Drifts of a property of an answer that cost nothing where nobody reads it. */
const readerDrifts: readonly DriftId[] = ['DR21', 'DR22', 'DR23', 'DR24']

/** Who is believed for the words of a finding: an own question knows most, a document least. */
const sourceOrder: readonly FindingSource[] = ['probe', 'traffic', 'document']

type Gathered = {
  readonly sources: Set<FindingSource>
  readonly evidence: Evidence[]
  readonly severities: Severity[]
  first: Observation
  isAssumed: boolean
  exchanges: number
}

/**
 * Everything that was observed, once each: equal drifts of equal places are one finding, whoever saw them.
 * Takes observations one by one, so that a long recording needs no more memory than its findings.
 */
export class FindingCollector {
  private readonly gathered = new Map<string, Gathered>()

  add(observation: Observation): void {
    const { judgement, source, evidence } = observation
    const fingerprint = fingerprintOf(judgement)
    const known = this.gathered.get(fingerprint)
    const entry = known ?? {
      sources: new Set(),
      evidence: [],
      severities: [],
      first: observation,
      isAssumed: false,
      exchanges: 0,
    }
    if (!known) this.gathered.set(fingerprint, entry)
    entry.sources.add(source)
    if (!entry.severities.includes(judgement.severity)) entry.severities.push(judgement.severity)
    entry.isAssumed ||= judgement.isAssumed === true
    if (sourceOrder.indexOf(source) < sourceOrder.indexOf(entry.first.source)) entry.first = observation
    if (!evidence) return
    entry.exchanges += 1
    if (entry.evidence.length < keptEvidence && entry.evidence.every(({ curl }) => curl !== evidence.curl))
      entry.evidence.push(evidence)
  }

  findings(knowledge: Knowledge): Finding[] {
    return [...this.gathered]
      .map(([fingerprint, entry]) => judge(fingerprint, entry, knowledge))
      .sort(inReadingOrder)
  }
}

/** The findings of a list of observations, in reading order. */
export function findingsOf(observations: readonly Observation[], knowledge: Knowledge): Finding[] {
  const collector = new FindingCollector()
  for (const observation of observations) collector.add(observation)
  return collector.findings(knowledge)
}

/** 16 hexadecimal digits that stay the same between runs, machines and wordings of the sentence. */
export function fingerprintOf({
  driftId,
  operationId,
  place,
}: Pick<Judgement, 'driftId' | 'operationId' | 'place'>): string {
  return createHash('sha256')
    .update([driftId, operationId ?? '', place].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

function judge(fingerprint: string, entry: Gathered, knowledge: Knowledge): Finding {
  const { judgement } = entry.first
  const { driftId, operationId, place, what, witness, status } = judgement
  // A parameter is known by its place: `query task_id`.
  const pointer = judgement.pointer ?? (/^(?:path|query|header|cookie) /.test(place) ? place : undefined)
  const operation = knowledge.contract.operations.find(one => one.operationId === operationId)
  const usedBy: UsedBy = operation
    ? knowledge.usedBy(operation.operationId, status, pointer)
    : { files: [], screens: [] }
  const contractAt = operation && knowledge.contractAt(operation.operationId, status, pointer)
  return {
    driftId,
    title: driftClasses[driftId].title,
    severity: severityByUse(driftId, worstOf(entry.severities), judgement.pointer, usedBy),
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

/** A property that no file of the client reads cannot break a screen. */
function severityByUse(
  driftId: DriftId,
  severity: Severity,
  pointer: string | undefined,
  usedBy: UsedBy,
): Severity {
  const isUnread = pointer !== undefined && readerDrifts.includes(driftId) && usedBy.files.length === 0
  return isUnread && severity === 'breaking' ? 'degraded' : severity
}

function inReadingOrder(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(pathOf(a), pathOf(b)) ||
    compareText(a.place, b.place) ||
    compareText(a.driftId, b.driftId)
  )
}

/** By address first, so that the methods of one address stand together. */
function pathOf({ call = '' }: Finding): string {
  return call.split(' ').reverse().join(' ')
}
