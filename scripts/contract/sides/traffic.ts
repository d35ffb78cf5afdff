import type { Exchange } from '../../lib/judge/exchange'
import { findOperation } from '../../lib/judge/find-operation'
import { judgeExchange } from '../../lib/judge/judge-exchange'
import type { Observation } from '../finding'
import type { Knowledge } from '../knowledge'
import { evidenceOf, maskExchange, maskJudgement, type Secrets } from '../mask'
import type { CheckOptions } from '../options'
import type { Progress } from '../progress'
import type { Sighting } from '../run-check'
import { readTraffic } from '../traffic/read-traffic'

/** A recording judged exchange by exchange. Throws an InputError for a file that is none. */
export async function judgeRecording(
  file: string,
  { logins }: CheckOptions,
  { contract }: Knowledge,
  progress: Progress,
): Promise<Sighting> {
  const observations: Observation[] = []
  const exchanges: Exchange[] = []
  const secrets = secretsOf(logins)
  let count = 0
  for await (const { exchange, origin } of readTraffic(file)) {
    count += 1
    progress.step(`${file}: ${count}`)
    if (findOperation(contract, exchange.request.method, exchange.request.url).kind === 'outside') continue
    exchanges.push(exchange)
    for (const judgement of judgeExchange(contract, exchange)) {
      const evidence = evidenceOf(maskExchange(exchange, secrets), origin, judgement.pointer, secrets)
      observations.push({ judgement: maskJudgement(judgement, secrets), source: 'traffic', evidence })
    }
  }
  const note = `${file} holds no call below ${contract.basePath}: of its ${count} exchanges none was judged.`
  return { source: 'traffic', observations, exchanges, ...(exchanges.length === 0 && { notes: [note] }) }
}

function secretsOf(logins: CheckOptions['logins']): Secrets {
  return Object.entries(logins).map(([role, login]) => {
    const name = `${role.toUpperCase()}_${'token' in login ? 'TOKEN' : 'PASSWORD'}`
    return { name, value: 'token' in login ? login.token : login.password }
  })
}
