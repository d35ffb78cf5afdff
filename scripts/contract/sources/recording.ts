import { maskViolation, toEvidence } from '../../lib/masking/mask'
import { findOperation } from '../../lib/validator/find-operation'
import { validateExchange } from '../../lib/validator/validate-exchange'
import type { CheckContext } from '../check-context'
import type { ExchangeStats } from '../exchange-stats'
import type { Observation } from '../finding'
import { fingerprintOf, MAX_EVIDENCE } from '../findings'
import type { CheckOptions } from '../options'
import type { Progress } from '../progress'
import { counted, joined } from '../report/formatting'
import type { SourceResult } from '../run-check'
import { readTraffic } from '../traffic/read-traffic'
import { findApiOrigin, originOf } from './api-origin'
import { loginSecrets } from './login-secrets'

const MAX_HOSTS = 3

/** Throws an InputError for an unreadable recording. */
export async function validateRecording(
  file: string,
  { logins, url }: CheckOptions,
  { contract }: CheckContext,
  stats: ExchangeStats,
  progress: Progress,
): Promise<SourceResult> {
  const observations: Observation[] = []
  const secrets = loginSecrets(logins)
  const shown = new Map<string, Observation[]>()
  let count = 0
  let validated = 0
  const others = new Map<string, number>()
  const own = await findApiOrigin(readTraffic(file), contract, url)
  for await (const { exchange, origin } of readTraffic(file)) {
    count += 1
    progress.step(`${file}: ${count}`)
    if (findOperation(contract, exchange.request.method, exchange.request.url).kind === 'outside') continue
    const from = originOf(exchange.request.url)
    if (from !== own) {
      others.set(from, (others.get(from) ?? 0) + 1)
      continue
    }
    validated += 1
    stats.add(exchange)
    for (const violation of validateExchange(contract, exchange)) {
      const fingerprint = fingerprintOf(violation)
      const before = shown.get(fingerprint) ?? []
      // Masking is slow; of many equal violations only the first are shown.
      const [first] = before.length < MAX_EVIDENCE ? [] : before
      const observation: Observation = first ?? {
        violation: maskViolation(violation, secrets, exchange),
        source: 'traffic',
        evidence: toEvidence(exchange, origin, violation.pointer, secrets),
      }
      if (!first) shown.set(fingerprint, [...before, observation])
      observations.push(observation)
    }
  }
  const isEmpty = own === undefined || validated === 0
  const note = `${file} holds no call below ${contract.basePath}: of its ${count} exchanges none was checked.`
  return { source: 'traffic', observations, notes: isEmpty ? [note] : hostNotes(file, own, others, url) }
}

/** Notes which hosts were checked, if there are several. */
function hostNotes(
  file: string,
  own: string,
  others: ReadonlyMap<string, number>,
  url: string | undefined,
): string[] {
  const left = [...others].map(([origin, calls]) => `${counted(calls, 'call')} to ${origin}`)
  const more = left.length - MAX_HOSTS
  const shown = more > 1 ? [...left.slice(0, MAX_HOSTS), `those to ${more} other hosts`] : left
  const isElsewhere = url !== undefined && originOf(url) !== own
  return [
    ...(isElsewhere ? [`${file} holds no call to ${originOf(url)}; those to ${own} were checked.`] : []),
    ...(shown.length > 0 ? [`Of ${file} the calls to ${own} were checked, but not ${joined(shown)}.`] : []),
  ]
}
