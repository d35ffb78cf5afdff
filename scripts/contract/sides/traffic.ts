import { findOperation } from '../../lib/judge/find-operation'
import { judgeExchange } from '../../lib/judge/judge-exchange'
import { evidenceOf, maskJudgement } from '../../lib/masking/mask'
import type { Observation } from '../finding'
import { fingerprintOf, keptEvidence } from '../findings'
import type { Knowledge } from '../knowledge'
import type { CheckOptions } from '../options'
import type { Progress } from '../progress'
import { counted, joined } from '../report/words'
import type { Sighting } from '../run-check'
import type { Tally } from '../tally'
import { readTraffic } from '../traffic/read-traffic'
import { originOf, ownOrigin } from './own-origin'
import { secretsOf } from './secrets-of'

const mostHosts = 3

/** A recording judged exchange by exchange. Throws an InputError for a file that is none. */
export async function judgeRecording(
  file: string,
  { logins, url }: CheckOptions,
  { contract }: Knowledge,
  tally: Tally,
  progress: Progress,
): Promise<Sighting> {
  const observations: Observation[] = []
  const secrets = secretsOf(logins)
  const shown = new Map<string, Observation[]>()
  let count = 0
  let judged = 0
  const others = new Map<string, number>()
  const own = await ownOrigin(readTraffic(file), contract, url)
  for await (const { exchange, origin } of readTraffic(file)) {
    count += 1
    progress.step(`${file}: ${count}`)
    if (findOperation(contract, exchange.request.method, exchange.request.url).kind === 'outside') continue
    const from = originOf(exchange.request.url)
    if (from !== own) {
      others.set(from, (others.get(from) ?? 0) + 1)
      continue
    }
    judged += 1
    tally.add(exchange)
    for (const judgement of judgeExchange(contract, exchange)) {
      const fingerprint = fingerprintOf(judgement)
      const before = shown.get(fingerprint) ?? []
      // Masking a long answer takes longer than judging it, and of a thousand equal drifts only the first are shown.
      const [first] = before.length < keptEvidence ? [] : before
      const observation: Observation = first ?? {
        judgement: maskJudgement(judgement, secrets, exchange),
        source: 'traffic',
        evidence: evidenceOf(exchange, origin, judgement.pointer, secrets),
      }
      if (!first) shown.set(fingerprint, [...before, observation])
      observations.push(observation)
    }
  }
  const isEmpty = own === undefined || judged === 0
  const note = `${file} holds no call below ${contract.basePath}: of its ${count} exchanges none was judged.`
  return { source: 'traffic', observations, notes: isEmpty ? [note] : hostNotes(file, own, others, url) }
}

/** Whose calls were judged, where that is not plain. */
function hostNotes(
  file: string,
  own: string,
  others: ReadonlyMap<string, number>,
  url: string | undefined,
): string[] {
  const left = [...others].map(([origin, calls]) => `${counted(calls, 'call')} to ${origin}`)
  const more = left.length - mostHosts
  const shown = more > 1 ? [...left.slice(0, mostHosts), `those to ${more} other hosts`] : left
  const isElsewhere = url !== undefined && originOf(url) !== own
  return [
    ...(isElsewhere ? [`${file} holds no call to ${originOf(url)}; those to ${own} were judged.`] : []),
    ...(shown.length > 0 ? [`Of ${file} the calls to ${own} were judged, and not ${joined(shown)}.`] : []),
  ]
}
