import { readText } from '../files'
import type { Io } from '../io'
import type { Knowledge } from '../knowledge'
import type { CheckOptions } from '../options'
import { type Fixtures, readFixtures } from '../probe/fixtures'
import { ProbeLoginFailed, ProbeUnreachable } from '../probe/probe-errors'
import { runProbe } from '../probe/run-probe'
import type { Progress } from '../progress'
import type { Sighting } from '../run-check'
import { Tally } from '../tally'
import { unprovedByQuestions } from '../unproved'

/** A run that asks more often than this has lost its way. */
const mostRequests = 3000

const nobody =
  'Nobody signs in, so hardly anything was seen: name a student by --login-env, --token-env or --fixtures.'

/** The server asked by the plan; one that does not answer, or lets nobody in, is a failure of the run. */
export async function askServer(
  options: CheckOptions,
  { contract }: Knowledge,
  tally: Tally,
  io: Io,
  progress: Progress,
): Promise<Sighting> {
  const { url: baseUrl, live } = options
  if (baseUrl === undefined || live === 'off') return { observations: [] }
  const { values, ...people } = await readPeople(options)
  const logins = { ...people.logins, ...options.logins }
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
      isRateHeld: options.isRateHeld,
      mostRequests,
      mostSeconds: options.mostSeconds,
      onProgress: ({ step, done, all }) => progress.step(`[${done}/${all}] ${step}`),
      ...(io.signal && { signal: io.signal }),
    })
    const own = new Tally(contract)
    for (const exchange of result.exchanges) for (const each of [tally, own]) each.add(exchange)
    const { observations, skipped, endedBy } = result
    const unproved = unprovedByQuestions({
      endedBy,
      operationsSeen: own.coverage()?.operations.seen ?? 0,
      hasStudent: logins.student !== undefined,
    })
    const notes = logins.student ? result.notes : [nobody, ...result.notes]
    return { source: 'probe', observations, skipped, notes, ...(unproved !== undefined && { unproved }) }
  } catch (error) {
    if (!(error instanceof ProbeUnreachable || error instanceof ProbeLoginFailed)) throw error
    return { observations: [], failure: error.message }
  }
}

async function readPeople({ fixtures }: CheckOptions): Promise<Fixtures> {
  if (fixtures === undefined) return { logins: {}, values: {} }
  return readFixtures(await readText(fixtures, 'The fixtures file'))
}
