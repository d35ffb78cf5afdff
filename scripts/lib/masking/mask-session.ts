import { contractNames, contractWords } from '../contract-words'
import { isObject } from '../json'
import type { Exchange } from '../validator/exchange'
import { collectSecrets } from './collect-secrets'
import { maskExchange } from './mask'
import { maskByShape } from './mask-value'
import { isPersonalName } from './secret-names'

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
  readonly #words: ReadonlySet<string>
  readonly #names: readonly string[]

  /** @param document the contract: its words and names are not masked */
  constructor(document: unknown) {
    this.#words = contractWords(document)
    this.#names = [...this.#words, ...contractNames(document)]
  }

  learn(exchange: Exchange): void {
    for (const secret of collectSecrets(exchange)) {
      const { name, value } = secret
      if (!isPersonalName(name) && !this.#secrets.has(value) && !this.#isCommon(value))
        this.#secrets.set(value, secret)
    }
    for (const body of [exchange.request.body, exchange.response?.body])
      if (body) this.#learnNames(parse(body)?.json, 0)
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
    const read = message.body && this.#personalWords.size > 0 ? parse(message.body) : undefined
    if (!read) return message
    const { text, json } = read
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
    if (this.#words.has(text)) return text
    return text.replaceAll(wordsOfText, word =>
      this.#personalWords.has(word.toLowerCase()) ? maskByShape(word) : word,
    )
  }

  #inQuery(url: string): string {
    const [path = '', ...query] = url.split('?')
    const pairs = query.join('?').split('&')
    const written = pairs.map(pair => {
      const [name = '', ...value] = pair.split('=')
      const text = decode(value.join('='))
      const hidden = this.#inText(text)
      return hidden === text ? pair : `${name}=${encodeURIComponent(hidden)}`
    })
    return query.length === 0 ? url : `${path}?${written.join('&')}`
  }
}

/** Undefined for binary data. */
function parse(body: Uint8Array): { readonly text: string; readonly json?: unknown } | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    return { text }
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
