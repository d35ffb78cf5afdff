import { type Coverage, coverageOf } from '../lib/judge/coverage'
import type { Exchange } from '../lib/judge/exchange'
import { findOperation } from '../lib/judge/find-operation'
import { applyBaseline, type BaselineEntry, readBaseline } from './baseline'
import { readText } from './files'
import type { FindingSource, Observation } from './finding'
import { FindingCollector } from './findings'
import type { Io } from './io'
import type { Knowledge } from './knowledge'
import type { CheckOptions } from './options'
import { withReach } from './probe/unreachable'
import type { Progress } from './progress'
import type { CheckedOperation, Report } from './report/report'
import { verdictOf } from './report/verdict'
import { readDocument } from './sides/document'
import { recordTraffic } from './sides/proxy'
import { askServer } from './sides/server'
import { judgeRecording } from './sides/traffic'

/** What one of the three sides hands in. */
export type Sighting = {
  /** Absent when there was nothing to look at. */
  readonly source?: FindingSource
  readonly observations: Iterable<Observation>
  /** As they stood on the wire; they are counted and never printed. */
  readonly exchanges: readonly Exchange[]
  readonly skipped?: Report['skipped']
  readonly notes?: readonly string[]
  /** Why this side proves nothing. */
  readonly failure?: string
}

/** Looks at everything that the options name. Throws an InputError for files and addresses that cannot be used. */
export async function runCheck(
  options: CheckOptions,
  knowledge: Knowledge,
  io: Io,
  progress: Progress,
): Promise<Report> {
  const startedAt = io.now()
  const entries = await readEntries(options)
  const collector = new FindingCollector()
  const sightings: Omit<Sighting, 'observations'>[] = []
  for await (const { observations, ...sighting } of lookEverywhere(options, knowledge, io, progress)) {
    for (const observation of observations) collector.add(observation)
    sightings.push(sighting)
  }
  progress.end()
  const exchanges = sightings.flatMap(sighting => sighting.exchanges)
  const { findings, expired, unused } = applyBaseline(collector.findings(knowledge), entries, startedAt)
  const result = {
    version: knowledge.version,
    ...(options.url !== undefined && { target: options.url }),
    startedAt: startedAt.toISOString(),
    seconds: Math.round((io.now().getTime() - startedAt.getTime()) / 100) / 10,
    sources: [...new Set(sightings.flatMap(({ source }) => source ?? []))],
    exchanges: exchanges.length,
    threshold: { failOn: options.failOn, isAssumedCounted: options.isAssumedCounted },
    minimum: options.minimum,
    findings,
    ...withCoverage(options, knowledge, exchanges),
    operations: operationsOf(knowledge, exchanges),
    skipped: sightings.flatMap(({ skipped = [] }) => skipped),
    notes: sightings.flatMap(({ notes = [] }) => notes),
    failures: sightings.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
    baseline: { expired, unused },
  }
  return { ...result, verdict: verdictOf(result) }
}

async function* lookEverywhere(
  options: CheckOptions,
  knowledge: Knowledge,
  io: Io,
  progress: Progress,
): AsyncGenerator<Sighting> {
  const recordings = [...options.recordings]
  if (options.spec !== undefined) {
    progress.stage("Comparing with the backend's document")
    yield await readDocument(options, options.spec, knowledge)
  }
  if (options.live !== 'off') {
    progress.stage(`Asking ${options.url} (${options.live}, plan ${options.plan})`)
    yield await askServer(options, knowledge, io, progress)
  }
  if (options.proxy) recordings.push(await recordTraffic(options, io))
  for (const file of recordings) {
    progress.stage(`Reading ${file}`)
    yield await judgeRecording(file, options, knowledge, progress)
  }
}

async function readEntries({ baseline }: CheckOptions): Promise<BaselineEntry[]> {
  return baseline === undefined ? [] : readBaseline(await readText(baseline, 'The baseline'), baseline)
}

/** What only a full run can bring about is counted with what it can. */
function withCoverage(
  { live }: CheckOptions,
  { contract }: Knowledge,
  exchanges: readonly Exchange[],
): { coverage?: Coverage } {
  if (exchanges.length === 0) return {}
  const coverage = coverageOf(contract, exchanges)
  if (live !== 'full') return { coverage }
  return { coverage: { ...coverage, details: withReach(coverage.details, contract) } }
}

function operationsOf({ contract }: Knowledge, exchanges: readonly Exchange[]): CheckedOperation[] {
  const seen = new Set(
    exchanges.flatMap(({ request }) => {
      const found = findOperation(contract, request.method, request.url)
      return found.kind === 'found' ? [found.operation.operationId] : []
    }),
  )
  return contract.operations.map(({ operationId, method, path, tag }) => ({
    operationId,
    call: `${method.toUpperCase()} ${path}`,
    tag,
    isSeen: seen.has(operationId),
  }))
}
