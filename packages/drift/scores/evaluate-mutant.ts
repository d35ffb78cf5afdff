import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPlatformServer } from '../../../mocks/hosts/server/platform-server'
import { getCall } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import { decodeBody, type Exchange } from '../../contract/validator/exchange'
import type { CheckContext } from '../check-context'
import { ExchangeStats } from '../coverage'
import type { Observation } from '../finding'
import { toFindings } from '../findings'
import { driftedServer, type Server } from '../mutants/drifted-server'
import type { Mutant, MutantKind } from '../mutants/mutant'
import { readFixtures } from '../probe/probe-options'
import { runProbe } from '../probe/run-probe'
import { compareDocuments } from '../spec/compare-documents'
import type { SpecMutant } from '../spec/mutators/document-locations'
import { mutatedDocument } from '../spec/mutators/spec-mutants'
import type { Variation } from './harmless'

/**
 * `unreached`: no request of the plan reached it, counts as missed. `unreachable`: no request can reach it.
 * `equivalent`: the mutant changed nothing that the plan saw.
 */
export type Verdict = 'caught' | 'missed' | 'unreached' | 'stopped' | 'unreachable' | 'equivalent'

export type Outcome = {
  readonly id: string
  readonly kind: MutantKind | 'documents'
  readonly driftId: string
  readonly verdict: Verdict
  /** Whether a finding at the mutated operation has the expected class. */
  readonly isClassified: boolean
  readonly findings: readonly string[]
  readonly why?: string
  readonly milliseconds: number
}

export type Seen = {
  readonly driftId: string
  readonly operationId?: string
  readonly place: string
  readonly what: string
}

/**
 * The findings at the operations of a mutant; all findings if it belongs to no operation. A busy computer is slow
 * without any drift. Of two answers that disagree, either may be the wrong one: the finding names both.
 */
function findingsAt(
  all: readonly Seen[],
  operationIds: readonly string[],
  driftId: string,
  { operations }: Contract,
): Seen[] {
  const seen = all.filter(one => one.driftId !== 'DR64' || driftId === 'DR64')
  if (operationIds.length === 0) return seen
  const calls = operations.filter(one => operationIds.includes(one.operationId)).map(getCall)
  return seen.filter(
    ({ operationId = '', what, ...one }) =>
      operationIds.includes(operationId) ||
      (one.driftId === 'DR63' && calls.some(call => what.startsWith(`${call} has `))),
  )
}

export function toSentence({ driftId, operationId = '', place, what }: Seen): string {
  return `${driftId} ${operationId} ${place}: ${what}`
}

/** Result of a probe against an in-process server. */
export type ProbeRun = {
  readonly seen: readonly Seen[]
  readonly observations: readonly Observation[]
  readonly exchanges: readonly Exchange[]
  readonly hits: number
  readonly stopped?: string
  readonly milliseconds: number
}

export type HarmlessOutcome = {
  /** Those that changed an answer. */
  readonly variations: readonly string[]
  readonly findings: readonly string[]
}

const origin = 'http://127.0.0.1:4010'
const fixturesFile = new URL('../fixtures/simulated-platform.json', import.meta.url)
export const fixtures = readFixtures(readFileSync(fileURLToPath(fixturesFile), 'utf8'))
/** A run of half a minute must end on a busy computer too. */
const maxSeconds = 900

type Change = Pick<Mutant, 'operationId' | 'begin'>

/** Runs the full plan against a new simulated platform, with changes or without. */
export async function probeServer(
  contract: Contract,
  changes: readonly Change[] = [],
  { isSending = true, onHit = () => {} }: { isSending?: boolean; onHit?: (change: Change) => void } = {},
): Promise<ProbeRun> {
  let hits = 0
  const fetch = changes.reduce<Server>(
    (server, change) =>
      driftedServer(change, server, {
        contract,
        onHit: () => {
          hits++
          onHit(change)
        },
      }),
    freshServer(),
  )
  const { sends, ...values } = fixtures.values
  const start = performance.now()
  const common = { contract, baseUrl: `${origin}${contract.basePath}`, fetch, seed: 1 } as const
  const limits = { requestsPerSecond: 10_000, maxRequests: 5000, maxSeconds } as const
  try {
    const own = { ...fixtures, values: isSending ? fixtures.values : values }
    const result = await runProbe({ ...common, ...limits, ...own, mode: 'full', plan: 'full' })
    const { observations, exchanges } = result
    const seen = observations.map(({ violation }) => violation)
    return { seen, observations, exchanges, hits, milliseconds: performance.now() - start }
  } catch (error) {
    const stopped = error instanceof Error ? error.message : String(error)
    return {
      seen: [],
      observations: [],
      exchanges: [],
      hits,
      stopped,
      milliseconds: performance.now() - start,
    }
  }
}

const startedAt = Date.now()
const millisecondsEach = 40
const millisecondsEachPoll = 2000

/**
 * A platform whose clock advances with each request instead of real time, so that labs start after a few
 * polls and a busy machine changes nothing.
 */
function freshServer(): Server {
  let now = startedAt
  const { handle: answer } = createPlatformServer(origin, {
    startedAt,
    clockAnchor: startedAt,
    machineNow: () => now,
  })
  return request => {
    now += new URL(request.url).pathname === '/api/status' ? millisecondsEachPoll : millisecondsEach
    return answer(request)
  }
}

/**
 * Runs the whole probe against one drifted server; `baseline` is the run against the server without drift.
 */
export async function evaluateServer(
  contract: Contract,
  mutant: Mutant,
  baseline: ProbeRun,
): Promise<Outcome> {
  const run = await probeServer(contract, [mutant])
  const operationIds = mutant.operationId === undefined ? [] : [mutant.operationId]
  const why = run.stopped ?? whyUnreachable(mutant.id)
  const found = findingsAt(run.seen, operationIds, mutant.driftId, contract)
  const verdict = getVerdict(mutant, run, baseline, found.length > 0)
  return {
    ...described(mutant, found, run.seen),
    kind: mutant.kind,
    verdict,
    ...(why !== undefined && verdict !== 'caught' && { why }),
    milliseconds: run.milliseconds,
  }
}

function getVerdict(mutant: Mutant, run: ProbeRun, baseline: ProbeRun, isFound: boolean): Verdict {
  if (isFound) return 'caught'
  if (run.stopped !== undefined) return 'stopped'
  if (whyUnreachable(mutant.id) !== undefined) return 'unreachable'
  if (run.hits === 0) return 'unreached'
  return areEqualRuns(run.exchanges, baseline.exchanges) ? 'equivalent' : 'missed'
}

/** The findings that fail a run against a server that differs only in what the contract allows. */
export async function evaluateHarmless(
  context: CheckContext,
  variations: readonly Variation[],
): Promise<HarmlessOutcome> {
  const hit = new Set<string>()
  const onHit = (change: Change) => hit.add((change as Variation).id)
  const { observations, exchanges, stopped } = await probeServer(context.contract, variations, {
    isSending: false,
    onHit,
  })
  const stats = new ExchangeStats(context.contract)
  for (const exchange of exchanges) stats.add(exchange)
  const failing = toFindings(observations, context, stats).filter(
    ({ severity }) => severity !== 'information',
  )
  return { variations: [...hit], findings: stopped === undefined ? failing.map(toSentence) : [stopped] }
}

export function evaluateDocument(contract: Contract, mutant: SpecMutant): Outcome {
  const start = performance.now()
  const seen = compareDocuments(contract, mutatedDocument(contract.document, mutant))
  const found = findingsAt(seen, mutant.operationIds, mutant.driftId, contract)
  return {
    ...described(mutant, found, seen),
    kind: 'documents',
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
  [/^\w+:\d+:Secure$/, 'a server on loopback may leave it out'],
  [
    /^openTerminal:200:\/url (?:without|of a container)/,
    'only the handshake shows it, which needs a network',
  ],
  [/^startLab:a second start moves nothing/, 'a start moves the end of a lab only near it'],
  [/^getSharedProfile:200:\/share_link/, 'only its owner gets the link'],
  [/^startAttempt:200:.*\/disabled_reason/, 'no task of an exam is disabled'],
  [
    /^(?:startLab|stopLab|checkPayment|downloadFromLms|uploadToLms):500|^\w+:500:common/,
    'no request makes the platform fail',
  ],
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
