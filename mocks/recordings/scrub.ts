import { maskText, type Secrets } from '../../scripts/lib/masking/mask-value'
import { isSecretName } from '../../scripts/lib/masking/secret-names'
import type { PropertyTree } from '../../scripts/lib/validator/property-tree'
import { KNOWN_SECRET, SecretReplacer } from './secret-replacer'
import { getUserField, UserPseudonyms } from './user-pseudonyms'

type Fields = Readonly<Record<string, unknown>>

/** Numbers that are secret; other numbers under secret names are lifetimes and the like. */
const secretNumbers = /^(?:code|otp|pin|phone|password)$/i

/**
 * Removes personal data and secrets from JSON values. All values are collected before any is written, so that a name is
 * also replaced in texts that came before it.
 */
export class Scrubber {
  readonly users = new UserPseudonyms()
  readonly secrets = new SecretReplacer()
  readonly #words: ReadonlySet<string>
  readonly #objects: Fields[] = []
  #known: Secrets = []

  /** @param words texts of the contract itself, such as statuses, which are never personal data */
  constructor(words: ReadonlySet<string>) {
    this.#words = words
  }

  collect(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.collect(item)
    if (!isFields(value)) return
    if (this.users.register(value) !== undefined) this.#objects.push(value)
    for (const [name, child] of Object.entries(value)) {
      for (const scrubText of isSecretName(name) ? [child].flat() : [])
        if (
          typeof scrubText === 'string' &&
          scrubText !== '' &&
          !isTimestamp(scrubText) &&
          !getUserField(name, scrubText)
        )
          this.secrets.replace(scrubText)
      if (typeof child === 'number' && secretNumbers.test(name)) this.secrets.replace(String(child))
      this.collect(child)
    }
  }

  /** Call between collecting and scrubbing. */
  prepare(): void {
    this.users.prepare(this.#objects, this.#words)
    this.#known = this.secrets.secrets()
  }

  /** The value without personal data and secrets; with a tree also without undocumented fields. */
  scrub(value: unknown, tree?: PropertyTree): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map(item => this.scrub(item, tree?.items))
    if (!isFields(value)) return value
    const user = this.users.findNumber(value)
    const written: Record<string, unknown> = {}
    for (const [name, child] of Object.entries(value)) {
      const known = tree?.properties.get(name) ?? tree?.items
      // The tree of an error response has no `detail`.
      if (tree && !known && name !== 'detail') continue
      written[tree?.properties.has(name) ? name : this.text(name)] = this.#field(
        value,
        name,
        child,
        user,
        known,
      )
    }
    return written
  }

  /** The text without personal data and secrets. */
  text(text: string): string {
    // Most texts are timestamps, and a four-digit secret may look like a year.
    if (this.#words.has(text) || isTimestamp(text) || isDate(text)) return text
    const hidden = maskText(text, this.#known, (found, name) => {
      if (name === 'EMAIL') return this.users.getEmail(found)
      // A replacement may look like a secret.
      return name !== KNOWN_SECRET && this.secrets.isReplacement(found) ? found : this.secrets.replace(found)
    })
    return this.users.replaceNames(hidden)
  }

  #field(of: Fields, name: string, value: unknown, user: number | undefined, tree?: PropertyTree): unknown {
    const field = getUserField(name, value)
    if (field && user !== undefined) return this.users.getName(user, field, String(value))
    if (typeof value === 'number') {
      if (name === 'user_id' || (name === 'id' && getUserField('username', of.username)))
        return this.users.getId(value)
      return secretNumbers.test(name) ? Number(this.secrets.replace(String(value))) : value
    }
    if (isSecretName(name)) {
      if (typeof value === 'string')
        return value === '' || isTimestamp(value) ? value : this.secrets.replace(value)
      if (Array.isArray(value))
        return value.map(item =>
          typeof item === 'string' ? this.secrets.replace(item) : this.scrub(item, tree?.items),
        )
    }
    return this.scrub(value, tree)
  }
}

/** For example `session_ends_at` is no secret, although its name matches. */
function isTimestamp(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text)
}

function isDate(text: string): boolean {
  return /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
