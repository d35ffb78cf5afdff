import { findOperation } from '../../lib/judge/find-operation'
import { judgeExchange } from '../../lib/judge/judge-exchange'
import type { Observation } from '../finding'
import { fingerprintOf, keptEvidence } from '../findings'
import type { Knowledge } from '../knowledge'
import { evidenceOf, maskJudgement } from '../mask'
import type { CheckOptions } from '../options'
import type { Progress } from '../progress'
import type { Sighting } from '../run-check'
import type { Tally } from '../tally'
import { readTraffic } from '../traffic/read-traffic'
import { secretsOf } from './secrets-of'

/** A recording judged exchange by exchange. Throws an InputError for a file that is none. */
export async function judgeRecording(
  file: string,
  { logins }: CheckOptions,
  { contract }: Knowledge,
  tally: Tally,
  progress: Progress,
): Promise<Sighting> {
  const observations: Observation[] = []
  const secrets = secretsOf(logins)
  const shown = new Map<string, Observation[]>()
  let count = 0
  let judged = 0
  for await (const { exchange, origin } of readTraffic(file)) {
    count += 1
    progress.step(`${file}: ${count}`)
    if (findOperation(contract, exchange.request.method, exchange.request.url).kind === 'outside') continue
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
  const note = `${file} holds no call below ${contract.basePath}: of its ${count} exchanges none was judged.`
  return { source: 'traffic', observations, ...(judged === 0 && { notes: [note] }) }
}
