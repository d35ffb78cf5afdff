import { decodeUtf8, isObject, parseJson, unescapeStep } from '../json'
import type { ContractViolation } from '../validator/drift-classes'
import { type Exchange, getHeader } from '../validator/exchange'
import {
  collectSecrets,
  type Hide,
  isFile,
  maskBody,
  maskByShape,
  maskFreely,
  maskHeaders,
  maskJson,
  maskText,
  maskUrl,
  type Secrets,
  toVariableName,
} from './mask-value'

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

const MAX_EXCERPT_LENGTH = 300
const MAX_TEXT_LENGTH = 4000

/** The response around a pointer (`*` for any list item) as one short line; undefined for an empty body. */
function writeExcerpt(
  body: Uint8Array,
  contentType: string | undefined,
  pointer: string | undefined,
  secrets: Secrets,
): string | undefined {
  if (body.length === 0) return undefined
  const text = decodeUtf8(body)
  if (text === undefined) return `${body.length} bytes of non-text data`
  const value = parseJson(text)
  if (value === undefined)
    return isFile(contentType)
      ? `${body.length} bytes of ${contentType}`
      : cut(maskFreely(text.slice(0, MAX_TEXT_LENGTH), secrets, maskByShape))
  const { part, at } = findNearest(value, (pointer ?? '').split('/').slice(1))
  const under = at.split('/').at(-1) ?? ''
  const masked = maskJson({ [under]: prune(part, 0) }, secrets, maskByShape)
  return cut(`${at && `${at}: `}${JSON.stringify(isObject(masked) ? masked[under] : masked)}`)
}

function findNearest(value: unknown, steps: readonly string[]): { part: unknown; at: string } {
  let part = value
  let at = ''
  for (const [index, step] of steps.entries()) {
    const name = unescapeStep(step)
    if (Array.isArray(part) && step === '*') {
      const rest = steps.slice(index + 1)
      const lacking = part.findIndex(item => !reaches(item, rest))
      const chosen = Math.max(lacking, 0)
      at += `/${chosen}`
      part = part[chosen]
    } else if (isObject(part) && step === '*') {
      const [key = ''] = Object.keys(part)
      at += `/${key}`
      part = part[key]
    } else if (isObject(part) && Object.hasOwn(part, name) && (index < steps.length - 1 || isLarge(part))) {
      at += `/${step}`
      part = part[name]
    } else break
  }
  return { part, at }
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return null
  if (Array.isArray(value)) return value.slice(0, 5).map(item => prune(item, depth + 1))
  const entries = Object.entries(value).slice(0, 40)
  return Object.fromEntries(entries.map(([name, child]) => [name, prune(child, depth + 1)]))
}

/** A value in a small object is easier to understand with its siblings. */
function isLarge(part: object): boolean {
  return Object.keys(part).length > 6
}

function reaches(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  if (Array.isArray(value)) return step === '*' && value.every(item => reaches(item, rest))
  if (!isObject(value)) return false
  if (step === '*') return Object.values(value).every(item => reaches(item, rest))
  const name = unescapeStep(step)
  return Object.hasOwn(value, name) && reaches(value[name], rest)
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line
}

/** Headers that affect the response. */
const KEPT_HEADERS = ['authorization', 'cookie', 'content-type', 'origin']
const MAX_BODY_LENGTH = 1000

/** Marks variables with brackets that no URL and no JSON contains, until they are quoted. */
const variable: Hide = (_, name) => `⟦${toVariableName(name)}⟧`

/** A curl command that repeats the request; secrets are `$NAME`. */
function writeCurl({ request }: Exchange, secrets: Secrets): string {
  const { method, url, headers, body } = request
  const type = getHeader(headers, 'content-type')
  const lines = maskHeaders(headers, secrets, variable).filter(([name]) => KEPT_HEADERS.includes(name))
  const isForm = type?.startsWith('multipart/') === true
  const options = [
    ...(method === 'GET' ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : 'GET'}`]),
    quote(maskUrl(url, secrets, variable)),
    // curl writes the boundary itself.
    ...lines
      .filter(([name]) => !(isForm && name === 'content-type'))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(isForm ? ['-F text="$TEXT"'] : bodyOption(maskBody(body, type, secrets, variable))),
  ]
  return ['curl -i', ...options].join(' ')
}

function bodyOption(body: Uint8Array | undefined): string[] {
  if (body === undefined || body.length === 0) return []
  const text = new TextDecoder().decode(body)
  return [text.length > MAX_BODY_LENGTH ? '--data-binary @BODY' : `--data-raw ${quote(text)}`]
}

function quote(text: string): string {
  const quoted = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/⟦(\w+)⟧/g, `'"$$$1"'`)
  return `'${quoted}'`.replaceAll(/(?<!\\)''(?=")|(?<=")''/g, '')
}
