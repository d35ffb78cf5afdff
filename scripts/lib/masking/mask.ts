import type { ContractViolation } from '../validator/contract-violation'
import { type Exchange, getHeader } from '../validator/exchange'
import { collectSecrets } from './collect-secrets'
import { maskBody } from './mask-body'
import { maskHeaders } from './mask-headers'
import { maskUrl } from './mask-url'
import { maskByShape, maskJson, maskText, type Secrets } from './mask-value'
import { writeCurl } from './write-curl'
import { writeExcerpt } from './write-excerpt'

/** A masked exchange: safe to print in a public CI log. */
export type Evidence = {
  /** Repeats the request; secrets are `$NAME`. */
  readonly curl: string
  readonly status?: number
  /** At most a few hundred characters of the response around the difference. */
  readonly excerpt?: string
  /** A step of the plan, or file and entry of the recording. */
  readonly origin: string
}

export type { Secrets } from './mask-value'

/**
 * Removes tokens, cookies, passwords, links and names of users. Keeps lengths and shapes, so that it can
 * still be validated. `secrets` are masked wherever they occur.
 */
export function maskExchange(exchange: Exchange, secrets: Secrets = []): Exchange {
  const { request, response, ...rest } = exchange
  const all = [...secrets, ...collectSecrets(exchange)]
  const masked = <Message extends Exchange['request'] | NonNullable<Exchange['response']>>(
    message: Message,
  ) => {
    const { body, ...others } = message
    const bytes = maskBody(body, getHeader(message.headers, 'content-type'), all, maskByShape)
    const headers = maskHeaders(message.headers, all, maskByShape)
    return { ...others, headers, ...(bytes && { body: bytes }) }
  }
  return {
    ...rest,
    request: { ...masked(request), url: maskUrl(request.url, all, maskByShape) },
    response: response && masked(response),
  }
}

/** Masks the sentence and the witness, including secrets of the exchange. */
export function maskViolation(
  violation: ContractViolation,
  secrets: Secrets,
  exchange?: Exchange,
): ContractViolation {
  const { what, witness } = violation
  const all = exchange ? [...secrets, ...collectSecrets(exchange)] : secrets
  const masked = witness === undefined ? {} : { witness: maskJson(witness, all, maskByShape) }
  return { ...violation, what: maskText(what, all, maskByShape), ...masked }
}

/** A curl command and the response around the pointer (`*` for list items). */
export function toEvidence(
  exchange: Exchange,
  origin: string,
  pointer?: string,
  secrets: Secrets = [],
): Evidence {
  const { response } = exchange
  const all = [...secrets, ...collectSecrets(exchange)]
  const excerpt =
    response?.body && writeExcerpt(response.body, getHeader(response.headers, 'content-type'), pointer, all)
  return {
    curl: writeCurl(exchange, all),
    origin,
    ...(response && { status: response.status }),
    ...(excerpt !== undefined && { excerpt }),
  }
}
