import { createRandom, type Random } from '../../scripts/lib/seeded-random'

const lower = 'abcdefghijklmnopqrstuvwxyz'

/** What the secrets that were met are called, beside those that only look like one. */
export const known = 'SECRET'

/** Texts in place of secrets: equal secrets become equal texts, and nothing of a secret is in what stands for it. */
export class MadeUp {
  readonly #texts = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** A text of the same length and kinds of characters; addresses keep their scheme. */
  of(secret: string): string {
    const known = this.#texts.get(secret)
    if (known !== undefined) return known
    // Drawn from the number of the secret and never from itself: a short one could be guessed and tried otherwise.
    const random = createRandom('made up', this.#texts.size)
    let text = draw(secret, random)
    for (let again = 0; again < 20 && (text === secret || this.#taken.has(text)); again++)
      text = draw(secret, random)
    this.#texts.set(secret, text)
    this.#taken.add(text)
    return text
  }

  isMadeUp(text: string): boolean {
    return this.#taken.has(text)
  }

  /** How many secrets were met. */
  get size(): number {
    return this.#texts.size
  }

  /** All secrets that were met, as `maskText` takes them. */
  secrets(): { name: string; value: string }[] {
    return [...this.#texts.keys()].filter(value => value.length >= 4).map(value => ({ name: known, value }))
  }
}

function draw(secret: string, random: Random): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(secret)?.[0] ?? ''
  const drawn = secret
    .slice(scheme.length)
    // A made-up escape of an address could be read by nobody.
    .replaceAll(/%[\dA-F]{2}/gi, '-')
    .replaceAll(/\p{L}|\p{N}/gu, character => {
      if (/\p{N}/u.test(character)) return String(random.int(0, 9))
      const letter = random.pick([...lower])
      return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter
    })
  return scheme + drawn
}
