import type { Mutant } from '../../mocks/mutate/mutant'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import type { Contract } from '../../scripts/lib/load-contract'
import { decodeBody, type Exchange } from '../../scripts/lib/validator/exchange'
import { findingsAt, type Outcome, type Seen, toSentence, type Verdict } from './outcome'
import { type ProbeRun, probeServer } from './probe-server'
import type { SpecMutant } from './spec-mutators/spec-mutant'
import { mutatedDocument } from './spec-mutators/spec-mutants'

/**
 * Runs the whole probe against one drifted server; `baseline` is the run against the server without drift.
 */
export async function evaluateServer(
  contract: Contract,
  mutant: Mutant,
  baseline: ProbeRun,
): Promise<Outcome> {
  const run = await probeServer(contract, mutant)
  const operationIds = mutant.operationId === undefined ? [] : [mutant.operationId]
  const why = run.stopped ?? whyUnreachable(mutant.id)
  const found = findingsAt(run.seen, operationIds)
  const verdict = verdictOf(mutant, run, baseline, found.length > 0)
  return {
    ...described(mutant, found, run.seen),
    verdict,
    ...(why !== undefined && verdict !== 'caught' && { why }),
    milliseconds: run.milliseconds,
  }
}

function verdictOf(mutant: Mutant, run: ProbeRun, baseline: ProbeRun, isFound: boolean): Verdict {
  if (isFound) return 'caught'
  if (run.stopped !== undefined) return 'stopped'
  if (whyUnreachable(mutant.id) !== undefined) return 'unreachable'
  if (run.hits === 0) return 'unreached'
  return areEqualRuns(run.exchanges, baseline.exchanges) ? 'equivalent' : 'missed'
}

export function evaluateDocument(contract: Contract, mutant: SpecMutant): Outcome {
  const start = performance.now()
  const seen = compareDocuments(contract, mutatedDocument(contract.document, mutant))
  const found = findingsAt(seen, mutant.operationIds)
  return {
    ...described(mutant, found, seen),
    verdict: found.length > 0 ? 'caught' : 'missed',
    milliseconds: performance.now() - start,
  }
}

function described(
  { id, driftId }: Pick<Mutant, 'id' | 'driftId'>,
  found: readonly Seen[],
  seen: readonly Seen[],
) {
  return {
    id,
    driftId,
    isClassified: found.some(one => one.driftId === driftId),
    findings: [...new Set([...found, ...seen])].slice(0, 3).map(toSentence),
  }
}

/**
 * Mutants that no request from outside can reveal in the default scenario, matched by the part of the id
 * after the class. Every other mutant that is not found counts as missed.
 */
const UNREACHABLE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^stopLab:200:\/(?:endpoints\/\*|started_at|expires_at|extend_from)/, 'a stopped lab has none'],
  [/^getSharedProfile:200:\/share_link/, 'only its owner gets the link'],
  [/^startAttempt:200:.*\/disabled_reason/, 'no task of an exam is disabled'],
  [
    /^(?:startLab|stopLab|checkPayment|downloadFromLms|uploadToLms):500/,
    'no request makes the platform fail',
  ],
  [/^submitFlags:500:common/, 'no request makes the platform fail'],
  [/^\w+:503/, 'its mail always works'],
  [/^\w+:409:(?:lms disabled|lms course not found)/, 'its LMS always works'],
  [/^\w+:422:common/, 'the platform reports validation errors as a list'],
]

/** Why no request can reveal this mutant; undefined if one could. */
function whyUnreachable(id: string): string | undefined {
  const place = id.slice(id.indexOf(':') + 1)
  return UNREACHABLE.find(([pattern]) => pattern.test(place))?.[1]
}

/** What differs between two runs of the same server: times, tokens, request ids. */
const VOLATILE = [
  /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g,
  /\b[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*\b/g,
  /mock-\d+/g,
  /\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g,
]

function areEqualRuns(a: readonly Exchange[], b: readonly Exchange[]): boolean {
  return a.length === b.length && a.every((one, index) => normalize(one) === normalize(b[index]))
}

function normalize(exchange: Exchange | undefined): string {
  if (!exchange) return ''
  const { request, response } = exchange
  const headers = response?.headers.filter(([name]) => name !== 'content-length').map(pair => pair.join(': '))
  const parts = [
    request.method,
    request.url,
    response?.status,
    headers?.sort().join('\n'),
    decodeBody(response?.body),
  ]
  return VOLATILE.reduce((text, pattern) => text.replace(pattern, '…'), parts.join('\n'))
}
