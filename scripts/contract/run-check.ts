import type { Coverage } from '../lib/judge/coverage'
import { applyBaseline, type BaselineEntry, readBaseline } from './baseline'
import { readText } from './files'
import type { FindingSource, Observation } from './finding'
import { FindingCollector } from './findings'
import type { Io } from './io'
import type { Knowledge } from './knowledge'
import type { CheckOptions } from './options'
import { withReach } from './probe/unreachable'
import type { Progress } from './progress'
import type { Report } from './report/report'
import { countsAgainst } from './report/severity'
import { verdictOf } from './report/verdict'
import { readDocument } from './sides/document'
import { recordTraffic } from './sides/proxy'
import { askServer } from './sides/server'
import { judgeRecording } from './sides/traffic'
import { Tally } from './tally'
import { unprovedBy } from './unproved'

/** What one of the three sides hands in. */
export type Sighting = {
  /** Absent when there was nothing to look at. */
  readonly source?: FindingSource
  readonly observations: Iterable<Observation>
  readonly skipped?: Report['skipped']
  readonly notes?: readonly string[]
  /** Why this side could not look at all. */
  readonly failure?: string
  /** Why this side proves nothing unless it has found drift. */
  readonly unproved?: string
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
  const tally = new Tally(knowledge.contract)
  const sightings: Omit<Sighting, 'observations'>[] = []
  for await (const { observations, ...sighting } of lookEverywhere(options, knowledge, tally, io, progress)) {
    for (const observation of observations) collector.add(observation)
    sightings.push(sighting)
  }
  progress.end()
  const coverage = coverageOf(tally, options, knowledge)
  const { findings, expired, unused } = applyBaseline(collector.findings(knowledge), entries, startedAt)
  const threshold = { failOn: options.failOn, isAssumedCounted: options.isAssumedCounted }
  const failures = sightings.flatMap(({ failure }) => failure ?? [])
  // Drift that was found is proved, however little else was seen.
  const isOpen = failures.length === 0 && !findings.some(finding => countsAgainst(finding, threshold))
  const unproved = isOpen ? unprovedBy(sightings, coverage?.operations.seen ?? 0) : undefined
  const result = {
    version: knowledge.version,
    isOwnCheckout: knowledge.isOwnCheckout === true,
    ...(options.url !== undefined && { target: options.url }),
    startedAt: startedAt.toISOString(),
    seconds: Math.round((io.now().getTime() - startedAt.getTime()) / 100) / 10,
    sources: [...new Set(sightings.flatMap(({ source }) => source ?? []))],
    exchanges: tally.exchanges(),
    threshold,
    minimum: options.minimum,
    findings,
    ...(coverage && { coverage }),
    operations: tally.operations(),
    skipped: sightings.flatMap(({ skipped = [] }) => skipped),
    notes: sightings.flatMap(({ notes = [] }) => notes),
    failures: unproved === undefined ? failures : [unproved],
    baseline: { expired, unused },
  }
  return { ...result, verdict: verdictOf(result) }
}

async function* lookEverywhere(
  options: CheckOptions,
  knowledge: Knowledge,
  tally: Tally,
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
    yield await askServer(options, knowledge, tally, io, progress)
  }
  if (options.proxy) recordings.push(await recordTraffic(options, io))
  for (const file of recordings) {
    progress.stage(`Reading ${file}`)
    yield await judgeRecording(file, options, knowledge, tally, progress)
  }
}

async function readEntries({ baseline }: CheckOptions): Promise<BaselineEntry[]> {
  return baseline === undefined ? [] : readBaseline(await readText(baseline, 'The baseline'), baseline)
}

/** What only a full run can bring about is counted with what it can. */
function coverageOf(tally: Tally, { live }: CheckOptions, { contract }: Knowledge): Coverage | undefined {
  const coverage = tally.coverage()
  if (!coverage || live !== 'full') return coverage
  return { ...coverage, details: withReach(coverage.details, contract) }
}
