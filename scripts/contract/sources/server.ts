import type { CheckContext } from '../check-context'
import { ExchangeStats } from '../exchange-stats'
import { readText } from '../files'
import { probeInconclusiveReason } from '../inconclusive'
import type { Io } from '../io'
import type { CheckOptions } from '../options'
import { type Fixtures, readFixtures } from '../probe/fixtures'
import { ProbeLoginFailed, ProbeUnreachable } from '../probe/probe-errors'
import { runProbe } from '../probe/run-probe'
import type { Progress } from '../progress'
import type { SourceResult } from '../run-check'

const MAX_REQUESTS = 3000

const NO_USER_NOTE =
  'No account was given, so hardly anything was covered: give a student with --login-env, --token-env or --fixtures.'

/** Runs the probe; a server that does not respond or rejects the login is a failure of the run. */
export async function probeServer(
  options: CheckOptions,
  { contract }: CheckContext,
  stats: ExchangeStats,
  io: Io,
  progress: Progress,
): Promise<SourceResult> {
  const { url: baseUrl, live } = options
  if (baseUrl === undefined || live === 'off') return { observations: [] }
  const { values, ...fixtures } = await readFixturesFile(options)
  const logins = { ...fixtures.logins, ...options.logins }
  try {
    const result = await runProbe({
      contract,
      baseUrl,
      mode: live,
      plan: options.plan,
      logins,
      values,
      seed: options.seed,
      requestsPerSecond: options.requestsPerSecond,
      isRateEnforced: options.isRateEnforced,
      maxRequests: MAX_REQUESTS,
      maxSeconds: options.maxSeconds,
      onProgress: ({ step, done, all }) => progress.step(`[${done}/${all}] ${step}`),
      ...(io.signal && { signal: io.signal }),
    })
    const own = new ExchangeStats(contract)
    for (const exchange of result.exchanges) for (const each of [stats, own]) each.add(exchange)
    const { observations, skipped, endedBy } = result
    const inconclusive = probeInconclusiveReason({
      endedBy,
      operationsSeen: own.coverage()?.operations.seen ?? 0,
      hasStudent: logins.student !== undefined,
    })
    const notes = logins.student ? result.notes : [NO_USER_NOTE, ...result.notes]
    return {
      source: 'probe',
      observations,
      skipped,
      notes,
      ...(inconclusive !== undefined && { inconclusive }),
    }
  } catch (error) {
    if (!(error instanceof ProbeUnreachable || error instanceof ProbeLoginFailed)) throw error
    return { observations: [], failure: error.message }
  }
}

async function readFixturesFile({ fixtures }: CheckOptions): Promise<Fixtures> {
  if (fixtures === undefined) return { logins: {}, values: {} }
  return readFixtures(await readText(fixtures, 'The fixtures file'))
}
