import { createRandom, type Random } from '../../scripts/lib/seeded-random'

const lower = 'abcdefghijklmnopqrstuvwxyz'

/** Marks known secrets, as opposed to texts that only look like one. */
export const KNOWN_SECRET = 'SECRET'

/** Replaces secrets by random texts: equal secrets become equal texts, and nothing of a secret remains. */
export class SecretReplacer {
  readonly #texts = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** A text of the same length and kinds of characters; URLs keep their scheme. */
  replace(secret: string): string {
    const known = this.#texts.get(secret)
    if (known !== undefined) return known
    // Seeded by the count, not by the secret: a short secret could be found by trying.
    const random = createRandom('made up', this.#texts.size)
    let text = createReplacement(secret, random)
    for (let again = 0; again < 20 && (text === secret || this.#taken.has(text)); again++)
      text = createReplacement(secret, random)
    this.#texts.set(secret, text)
    this.#taken.add(text)
    return text
  }

  isReplacement(text: string): boolean {
    return this.#taken.has(text)
  }

  get size(): number {
    return this.#texts.size
  }

  /** All known secrets, in the form that `maskText` takes. */
  secrets(): { name: string; value: string }[] {
    return [...this.#texts.keys()]
      .filter(value => value.length >= 4)
      .map(value => ({ name: KNOWN_SECRET, value }))
  }
}

function createReplacement(secret: string, random: Random): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(secret)?.[0] ?? ''
  const drawn = secret
    .slice(scheme.length)
    // A random percent-encoding might not be decodable.
    .replaceAll(/%[\dA-F]{2}/gi, '-')
    .replaceAll(/\p{L}|\p{N}/gu, character => {
      if (/\p{N}/u.test(character)) return String(random.int(0, 9))
      const letter = random.pick([...lower])
      return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter
    })
  return scheme + drawn
}
