import { getCall } from '../contract/operation'
import type { CheckContext } from './check-context'
import { type Coverage, ExchangeStats } from './coverage'
import { applyBaseline, type BaselineEntry, FindingCollector, readBaseline } from './findings'
import { type Io, type Progress, readText } from './io'
import { limitSlowPatterns } from './limit-patterns'
import type { CheckOptions } from './options/options'
import { withUnreachable } from './probe/unreachable-details'
import { countsAgainst, getVerdict, type Report } from './report/report'
import { selectOperations } from './selection'
import {
  checkDocument,
  inconclusiveReason,
  probeServer,
  recordTraffic,
  type SourceResult,
  validateRecording,
} from './sources'

/** Checks everything that the options name. Throws an InputError for unusable files and URLs. */
export async function runCheck(
  options: CheckOptions,
  context: CheckContext,
  io: Io,
  progress: Progress,
): Promise<Report> {
  const startedAt = io.now()
  const slowPatterns = limitSlowPatterns()
  const entries = await readEntries(options)
  const collector = new FindingCollector()
  const stats = new ExchangeStats(context.contract, options.live === 'off' ? 'traffic' : 'probe')
  const sourceResults: Omit<SourceResult, 'observations'>[] = []
  for await (const { observations, ...sourceResult } of runSources(options, context, stats, io, progress)) {
    for (const observation of observations) collector.add(observation)
    sourceResults.push(sourceResult)
  }
  progress.end()
  const isSelected = selectOperations(options, context)
  const coverage = getCoverage(stats, options, context, isSelected)
  const { findings, expired, unused } = applyBaseline(collector.findings(context, stats), entries, startedAt)
  const threshold = { failOn: options.failOn, isAssumedCounted: options.isAssumedCounted }
  const failures = sourceResults.flatMap(({ failure }) => failure ?? [])
  // Drift that was found counts even if little else was seen.
  const isOpen = failures.length === 0 && !findings.some(finding => countsAgainst(finding, threshold))
  const inconclusive = isOpen ? inconclusiveReason(sourceResults, coverage?.operations.seen ?? 0) : undefined
  const result = {
    version: context.version,
    isOwnCheckout: context.isOwnCheckout === true,
    ...(options.url !== undefined && { target: options.url }),
    startedAt: startedAt.toISOString(),
    seconds: Math.round((io.now().getTime() - startedAt.getTime()) / 100) / 10,
    sources: [...new Set(sourceResults.flatMap(({ source }) => source ?? []))],
    exchanges: stats.exchanges(),
    threshold,
    minimum: options.minimum,
    findings,
    ...(coverage && { coverage }),
    operations: stats.operations(),
    skipped: distinct(sourceResults.flatMap(({ skipped = [] }) => skipped)).filter(({ step }) => {
      const { operations } = context.contract
      return isSelected(operations.find(one => step.startsWith(`${getCall(one)}: `))?.operationId)
    }),
    notes: [
      ...sourceResults.flatMap(({ notes = [] }) => notes),
      ...[...slowPatterns].map(
        pattern => `Texts were not compared with the pattern ${pattern}: it takes too long.`,
      ),
    ],
    failures: inconclusive === undefined ? failures : [inconclusive],
    baseline: { expired, unused },
  }
  return { ...result, verdict: getVerdict(result) }
}

async function* runSources(
  options: CheckOptions,
  context: CheckContext,
  stats: ExchangeStats,
  io: Io,
  progress: Progress,
): AsyncGenerator<SourceResult> {
  const recordings = [...options.recordings]
  if (options.spec !== undefined) {
    progress.stage("Comparing with the backend's document")
    yield await checkDocument(options, options.spec, context)
  }
  if (options.live !== 'off') {
    progress.stage(`Sending requests to ${options.url} (${options.live}, plan ${options.plan})`)
    yield await probeServer(options, context, stats, io, progress)
  }
  if (options.proxy) recordings.push(await recordTraffic(options, io))
  for (const file of recordings) {
    progress.stage(`Reading ${file}`)
    yield await validateRecording(file, options, context, stats, progress)
  }
}

async function readEntries({ baseline }: CheckOptions): Promise<BaselineEntry[]> {
  return baseline === undefined ? [] : readBaseline(await readText(baseline, 'The baseline'), baseline)
}

/** Only a full run can reach all other details. */
function getCoverage(
  stats: ExchangeStats,
  options: CheckOptions,
  context: CheckContext,
  isSelected: ReturnType<typeof selectOperations>,
): Coverage | undefined {
  if (stats.exchanges() === 0) return undefined
  const coverage = stats.coverage(isSelected)
  if (options.live !== 'full') return coverage
  return { ...coverage, details: withUnreachable(coverage.details, context.contract) }
}

/** What no source can check comes from each of them. */
function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map(item => [JSON.stringify(item), item])).values()]
}
