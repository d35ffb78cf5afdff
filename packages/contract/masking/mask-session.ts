import { decodeUtf8, isObject, parseJson } from '../json'
import { type Exchange, getHeader, type HeaderList } from '../validator/exchange'
import { maskExchange } from './mask'
import { collectSecrets, decodeQuery, isPersonalName, maskByShape } from './mask-value'

const MAX_DEPTH = 60
const wordsOfText = /[\p{L}\p{N}_-]+/gu

/**
 * Masks all exchanges of one session. Secrets and names of users in any of them are masked in all, so each
 * has to be learned before the first is masked.
 */
export class SessionMask {
  readonly #secrets = new Map<string, { readonly name: string; readonly value: string }>()
  /** Lower case, for lookups word by word. */
  readonly #personalWords = new Set<string>()
  readonly #literals: ReadonlySet<string>
  readonly #names: readonly string[]

  /** @param document the contract: its literals and names are not masked */
  constructor(document: unknown) {
    this.#literals = contractLiterals(document)
    this.#names = [...this.#literals, ...contractNames(document)]
  }

  learn(exchange: Exchange): void {
    for (const secret of collectSecrets(exchange)) {
      const { name, value } = secret
      if (!isPersonalName(name) && !this.#secrets.has(value) && !this.#isCommon(value))
        this.#secrets.set(value, secret)
    }
    for (const body of [exchange.request.body, exchange.response?.body])
      if (body) this.#learnNames(parseJson(decodeUtf8(body) ?? ''), 0)
  }

  /** Like `maskExchange`, plus what the other exchanges contain. */
  mask(exchange: Exchange): Exchange {
    const { request, response, ...rest } = maskExchange(exchange, [...this.#secrets.values()])
    return {
      ...rest,
      request: { ...this.#maskNames(request), url: this.#inQuery(request.url) },
      response: response && this.#maskNames(response),
    }
  }

  /** A word of the contract entered as a flag, or a short number, would be masked in every response. */
  #isCommon(secret: string): boolean {
    return /^\d{1,5}$/.test(secret) || this.#names.some(name => name.includes(secret))
  }

  #learnNames(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
    for (const [name, child] of Object.entries(value)) {
      if (typeof child !== 'string') this.#learnNames(child, depth + 1)
      // E-mail addresses are known by their looks.
      else if (isPersonalName(name) && !child.includes('@'))
        for (const [word] of child.matchAll(wordsOfText))
          if (word.length > 2 && !/^\d{1,5}$/.test(word)) this.#personalWords.add(word.toLowerCase())
    }
  }

  #maskNames<Message extends { readonly body?: Uint8Array }>(message: Message): Message {
    const text = message.body && this.#personalWords.size > 0 ? decodeUtf8(message.body) : undefined
    if (text === undefined) return message
    const json = parseJson(text)
    const written = json === undefined ? this.#inText(text) : JSON.stringify(this.#write(json))
    return { ...message, body: new TextEncoder().encode(written) }
  }

  /** Keeps field names, which may equal a user's name. */
  #write(value: unknown): unknown {
    if (typeof value === 'string') return this.#inText(value)
    if (Array.isArray(value)) return value.map(item => this.#write(item))
    if (!isObject(value)) return value
    // A null prototype handles a field named __proto__.
    const written: Record<string, unknown> = Object.create(null)
    for (const [name, child] of Object.entries(value)) written[name] = this.#write(child)
    return written
  }

  #inText(text: string): string {
    if (this.#literals.has(text)) return text
    return text.replaceAll(wordsOfText, word =>
      this.#personalWords.has(word.toLowerCase()) ? maskByShape(word) : word,
    )
  }

  #inQuery(url: string): string {
    const [path = '', ...query] = url.split('?')
    const pairs = query.join('?').split('&')
    const written = pairs.map(pair => {
      const [name = '', ...value] = pair.split('=')
      const text = decodeQuery(value.join('='))
      const hidden = this.#inText(text)
      return hidden === text ? pair : `${name}=${encodeURIComponent(hidden)}`
    })
    return query.length === 0 ? url : `${path}?${written.join('&')}`
  }
}

/** Every string value of the contract: states and error details. */
export function contractLiterals(document: unknown, literals = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(document)) for (const item of document) contractLiterals(item, literals)
  if (!isObject(document)) return literals
  for (const [key, child] of Object.entries(document)) {
    if (key === 'enum' || key === 'const')
      for (const value of [child].flat()) if (typeof value === 'string') literals.add(value)
    contractLiterals(child, literals)
  }
  return literals
}

/** Every key of the contract: fields, parameters, paths and all others. */
function contractNames(document: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(document)) for (const item of document) contractNames(item, names)
  if (!isObject(document)) return names
  for (const [key, child] of Object.entries(document)) {
    names.add(key)
    if (key === 'name' && typeof child === 'string') names.add(child)
    contractNames(child, names)
  }
  return names
}

/** An exchange and when its response was complete, in milliseconds since the epoch. */
export type TimedExchange = { readonly exchange: Exchange; readonly at: number }

/** A comment by which tools know that the file has no cookies. */
const credentials = ['authorization', 'cookie', 'set-cookie']

/**
 * A HAR 1.2 file of masked exchanges without credentials; `npm run contract:drift -- --har` reads it. A call
 * without a response has the status 0, as browsers write it.
 */
export function writeHar(exchanges: readonly TimedExchange[]): string {
  const creator = { name: 'Flagship', version: '1' }
  return `${JSON.stringify({ log: { version: '1.2', creator, entries: exchanges.map(getEntry) } }, null, 1)}\n`
}

function getEntry({ exchange: { request, response, milliseconds = 0 }, at }: TimedExchange): unknown {
  const { body } = request
  const sentType = getHeader(request.headers, 'content-type') ?? ''
  return {
    startedDateTime: new Date(at - milliseconds).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: request.url,
      ...common(request.headers),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      bodySize: body?.length ?? -1,
      ...(body && { postData: { mimeType: sentType, text: new TextDecoder().decode(body) } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      ...common(response?.headers ?? []),
      content: getContent(response),
      redirectURL: '',
      bodySize: response?.body?.length ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

function common(headers: HeaderList) {
  const shown = headers.filter(([name]) => !credentials.includes(name))
  return {
    httpVersion: 'HTTP/1.1',
    headers: shown.map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
  }
}

/** An unknown body has a size but no text, as in browsers. */
function getContent(response: Exchange['response']): unknown {
  const mimeType = getHeader(response?.headers ?? [], 'content-type') ?? ''
  const body = response?.body
  if (!body) return { size: -1, mimeType }
  if (body.length === 0) return { size: 0, mimeType }
  const text = decodeUtf8(body)
  return {
    ...{ size: body.length, mimeType, text: text ?? base64Of(body) },
    ...(text === undefined && { encoding: 'base64' }),
  }
}

function base64Of(body: Uint8Array): string {
  let text = ''
  // The number of arguments of a call is limited.
  for (let at = 0; at < body.length; at += 8192) text += String.fromCharCode(...body.subarray(at, at + 8192))
  return btoa(text)
}
