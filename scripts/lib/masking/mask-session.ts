import { contractNames, contractWords } from '../contract-words'
import { isObject } from '../json'
import type { Exchange } from '../judge/exchange'
import { learnSecrets } from './learn-secrets'
import { maskExchange } from './mask'
import { hideByShape } from './mask-value'
import { isPersonName } from './secret-names'

/** What lies deeper is not looked into. */
const deepest = 60
const wordsOfText = /[\p{L}\p{N}_-]+/gu

/**
 * Masks the exchanges of one session. What any of them gives away, people by their names included, is hidden in the
 * texts of all; for that, each has to be learned before the first is masked.
 */
export class SessionMask {
  readonly #secrets = new Map<string, { readonly name: string; readonly value: string }>()
  /** In small letters: a table of ten thousand people is looked up word by word. */
  readonly #people = new Set<string>()
  readonly #words: ReadonlySet<string>
  readonly #names: readonly string[]

  /** @param document of the contract: the words and names that it has are nobody's, and stay */
  constructor(document: unknown) {
    this.#words = contractWords(document)
    this.#names = [...this.#words, ...contractNames(document)]
  }

  learn(exchange: Exchange): void {
    for (const secret of learnSecrets(exchange)) {
      const { name, value } = secret
      if (!isPersonName(name) && !this.#secrets.has(value) && !this.#isCommon(value))
        this.#secrets.set(value, secret)
    }
    for (const body of [exchange.request.body, exchange.response?.body])
      if (body) this.#learnPeople(parse(body)?.json, 0)
  }

  /** The exchange as `maskExchange` masks it, and without what the others give away. */
  mask(exchange: Exchange): Exchange {
    const { request, response, ...rest } = maskExchange(exchange, [...this.#secrets.values()])
    return {
      ...rest,
      request: { ...this.#withoutPeople(request), url: this.#inQuery(request.url) },
      response: response && this.#withoutPeople(response),
    }
  }

  /** A word of the contract that somebody typed as a flag would be hidden in every answer; so would a short number. */
  #isCommon(secret: string): boolean {
    return /^\d{1,5}$/.test(secret) || this.#names.some(name => name.includes(secret))
  }

  #learnPeople(value: unknown, depth: number): void {
    if (depth > deepest || typeof value !== 'object' || value === null) return
    for (const [name, child] of Object.entries(value)) {
      if (typeof child !== 'string') this.#learnPeople(child, depth + 1)
      // E-mail addresses are known by their looks.
      else if (isPersonName(name) && !child.includes('@'))
        for (const [word] of child.matchAll(wordsOfText))
          if (word.length > 2 && !/^\d{1,5}$/.test(word)) this.#people.add(word.toLowerCase())
    }
  }

  #withoutPeople<Message extends { readonly body?: Uint8Array }>(message: Message): Message {
    const read = message.body && this.#people.size > 0 ? parse(message.body) : undefined
    if (!read) return message
    const { text, json } = read
    const written = json === undefined ? this.#inText(text) : JSON.stringify(this.#write(json))
    return { ...message, body: new TextEncoder().encode(written) }
  }

  /** Names of fields stay: a person may be called as one of them. */
  #write(value: unknown): unknown {
    if (typeof value === 'string') return this.#inText(value)
    if (Array.isArray(value)) return value.map(item => this.#write(item))
    if (!isObject(value)) return value
    // A null prototype takes a field called __proto__ like any other.
    const written: Record<string, unknown> = Object.create(null)
    for (const [name, child] of Object.entries(value)) written[name] = this.#write(child)
    return written
  }

  #inText(text: string): string {
    if (this.#words.has(text)) return text
    return text.replaceAll(wordsOfText, word =>
      this.#people.has(word.toLowerCase()) ? hideByShape(word) : word,
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

/** The text of a body and what it says as JSON; undefined for bytes. */
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
