import { type Exchange, headerOf } from '../judge/exchange'
import type { Judgement } from '../judge/judgement'
import type { Evidence } from './evidence'
import { learnSecrets } from './learn-secrets'
import { maskAddress } from './mask-address'
import { maskBody } from './mask-body'
import { maskHeaders } from './mask-headers'
import { hideByShape, maskJson, maskText, type Secrets } from './mask-value'
import { writeCurl } from './write-curl'
import { writeExcerpt } from './write-excerpt'

export type { Secrets } from './mask-value'

/**
 * The exchange without tokens, cookies, passwords, links and names of people. Lengths and shapes stay, so that it
 * can still be judged. `secrets` are hidden wherever they stand, even inside of other texts.
 */
export function maskExchange(exchange: Exchange, secrets: Secrets = []): Exchange {
  const { request, response, ...rest } = exchange
  const all = [...secrets, ...learnSecrets(exchange)]
  const masked = <Message extends Exchange['request'] | NonNullable<Exchange['response']>>(
    message: Message,
  ) => {
    const { body, ...others } = message
    const bytes = maskBody(body, headerOf(message.headers, 'content-type'), all, hideByShape)
    const headers = maskHeaders(message.headers, all, hideByShape)
    return { ...others, headers, ...(bytes && { body: bytes }) }
  }
  return {
    ...rest,
    request: { ...masked(request), url: maskAddress(request.url, all, hideByShape) },
    response: response && masked(response),
  }
}

/** The judgement without any of the secrets, and of those that its exchange gives away, in its sentence and its witness. */
export function maskJudgement(judgement: Judgement, secrets: Secrets, exchange?: Exchange): Judgement {
  const { what, witness } = judgement
  const all = exchange ? [...secrets, ...learnSecrets(exchange)] : secrets
  const masked = witness === undefined ? {} : { witness: maskJson(witness, all, hideByShape) }
  return { ...judgement, what: maskText(what, all, hideByShape), ...masked }
}

/** What of an exchange may be printed: a command that asks the same, and the answer around the pointer (`*` for list items). */
export function evidenceOf(
  exchange: Exchange,
  origin: string,
  pointer?: string,
  secrets: Secrets = [],
): Evidence {
  const { response } = exchange
  const all = [...secrets, ...learnSecrets(exchange)]
  const excerpt =
    response?.body && writeExcerpt(response.body, headerOf(response.headers, 'content-type'), pointer, all)
  return {
    curl: writeCurl(exchange, all),
    origin,
    ...(response && { status: response.status }),
    ...(excerpt !== undefined && { excerpt }),
  }
}
