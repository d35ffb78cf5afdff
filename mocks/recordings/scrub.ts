import type { PropertyTree } from '../../scripts/lib/judge/property-tree'
import { maskText, type Secrets } from '../../scripts/lib/masking/mask-value'
import { isSecretName } from '../../scripts/lib/masking/secret-names'
import { known, MadeUp } from './made-up'
import { People, personFieldOf } from './people'

type Fields = Readonly<Record<string, unknown>>

/** Numbers that let somebody in or reach somebody; other numbers under such names are lengths of life and the like. */
const secretNumbers = /^(?:code|otp|pin|phone|password)$/i

/**
 * Takes people and secrets out of JSON values. First everything is learned, then everything is written anew, so that
 * a name is hidden in a text that came before it.
 */
export class Scrubber {
  readonly people = new People()
  readonly secrets = new MadeUp()
  readonly #words: ReadonlySet<string>
  readonly #objects: Fields[] = []
  #known: Secrets = []

  /** @param words texts that the contract itself has, such as states: they are nobody's */
  constructor(words: ReadonlySet<string>) {
    this.#words = words
  }

  learn(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.learn(item)
    if (!isFields(value)) return
    if (this.people.learn(value) !== undefined) this.#objects.push(value)
    for (const [name, child] of Object.entries(value)) {
      for (const text of isSecretName(name) ? [child].flat() : [])
        if (typeof text === 'string' && text !== '' && !isMoment(text) && !personFieldOf(name, text))
          this.secrets.of(text)
      if (typeof child === 'number' && secretNumbers.test(name)) this.secrets.of(String(child))
      this.learn(child)
    }
  }

  /** To be called between learning and writing. */
  settle(): void {
    this.people.settle(this.#objects, this.#words)
    this.#known = this.secrets.secrets()
  }

  /** The value without people and secrets; with a tree also without what the contract does not have. */
  write(value: unknown, tree?: PropertyTree): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map(item => this.write(item, tree?.items))
    if (!isFields(value)) return value
    const person = this.people.numberOf(value)
    const written: Record<string, unknown> = {}
    for (const [name, child] of Object.entries(value)) {
      const known = tree?.properties.get(name) ?? tree?.items
      // The tree of an error leaves its detail out.
      if (tree && !known && name !== 'detail') continue
      written[tree?.properties.has(name) ? name : this.text(name)] = this.#field(
        value,
        name,
        child,
        person,
        known,
      )
    }
    return written
  }

  /** A text without people and secrets. */
  text(text: string): string {
    // Moments are by far the most of all texts; a secret of four digits may be a year of theirs.
    if (this.#words.has(text) || isMoment(text) || isDay(text)) return text
    const hidden = maskText(text, this.#known, (found, name) => {
      if (name === 'EMAIL') return this.people.emailOf(found)
      // What was just made up may look like a secret again.
      return name !== known && this.secrets.isMadeUp(found) ? found : this.secrets.of(found)
    })
    return this.people.hideIn(hidden)
  }

  #field(of: Fields, name: string, value: unknown, person: number | undefined, tree?: PropertyTree): unknown {
    const field = personFieldOf(name, value)
    if (field && person !== undefined) return this.people.nameOf(person, field, String(value))
    if (typeof value === 'number') {
      if (name === 'user_id' || (name === 'id' && personFieldOf('username', of.username)))
        return this.people.idOf(value)
      return secretNumbers.test(name) ? Number(this.secrets.of(String(value))) : value
    }
    if (isSecretName(name)) {
      if (typeof value === 'string') return value === '' || isMoment(value) ? value : this.secrets.of(value)
      if (Array.isArray(value))
        return value.map(item =>
          typeof item === 'string' ? this.secrets.of(item) : this.write(item, tree?.items),
        )
    }
    return this.write(value, tree)
  }
}

/** `session_ends_at` is no secret, whatever its name sounds like. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text)
}

function isDay(text: string): boolean {
  return /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
