import { isSecretName, maskText, type Secrets } from '../../packages/contract/masking/mask-value'
import { createRandom, type Random } from '../../packages/contract/seeded-random'
import type { PropertyTree } from '../../packages/contract/validator/property-tree'
import { namePools } from '../platform/data/names.gen'
import { personas } from '../platform/personas'

type Fields = Readonly<Record<string, unknown>>

/** Numbers that are secret; other numbers under secret names are lifetimes and the like. */
const secretNumbers = /^(?:code|otp|pin|phone|password)$/i

/**
 * Removes personal data and secrets from JSON values. All values are collected before any is written, so that a name is
 * also replaced in strings that came before it.
 */
export class Scrubber {
  readonly users = new UserPseudonyms()
  readonly secrets = new SecretReplacer()
  readonly #contractStrings: ReadonlySet<string>
  readonly #objects: Fields[] = []
  #known: Secrets = []

  /** @param contractStrings strings of the contract itself, such as statuses, which are never personal data */
  constructor(contractStrings: ReadonlySet<string>) {
    this.#contractStrings = contractStrings
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
    this.users.prepare(this.#objects, this.#contractStrings)
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
    // Most strings are timestamps, and a four-digit secret may look like a year.
    if (this.#contractStrings.has(text) || isTimestamp(text) || isDate(text)) return text
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

const lower = 'abcdefghijklmnopqrstuvwxyz'

/** Marks known secrets, as opposed to strings that only look like one. */
const KNOWN_SECRET = 'SECRET'

/** Replaces secrets by random strings: equal secrets become equal strings, and nothing of a secret remains. */
class SecretReplacer {
  readonly #replacements = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** A text of the same length and kinds of characters; URLs keep their scheme. */
  replace(secret: string): string {
    const known = this.#replacements.get(secret)
    if (known !== undefined) return known
    // Seeded by the count, not by the secret: a short secret could be found by trying.
    const random = createRandom('made up', this.#replacements.size)
    let text = createReplacement(secret, random)
    for (let again = 0; again < 20 && (text === secret || this.#taken.has(text)); again++)
      text = createReplacement(secret, random)
    this.#replacements.set(secret, text)
    this.#taken.add(text)
    return text
  }

  isReplacement(text: string): boolean {
    return this.#taken.has(text)
  }

  get size(): number {
    return this.#replacements.size
  }

  /** All known secrets, in the form that `maskText` takes. */
  secrets(): { name: string; value: string }[] {
    return [...this.#replacements.keys()]
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

/** Fields that identify a user. */
export type UserField = 'username' | 'email' | 'first' | 'last' | 'full'

type Names = Readonly<Record<UserField, string>>

/** Which user field a property is; undefined for everything else. */
export function getUserField(name: string, value: unknown): UserField | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (/email|username$|^login$/.test(plain)) {
    if (value.includes('@')) return 'email'
    return plain.includes('email') ? undefined : 'username'
  }
  if (/^(?:firstname|givenname|middlename|patronymic)$/.test(plain)) return 'first'
  if (/^(?:lastname|surname|familyname)$/.test(plain)) return 'last'
  return /^(?:fullname|displayname)$/.test(plain) ? 'full' : undefined
}

/**
 * Numbers all users of a session and gives each a pseudonym, the same in every response and text. The signed-in user
 * becomes `student`, who is signed in during playback.
 */
class UserPseudonyms {
  /** Keys: `id 17`, `username ann`, `email ann@mail.example`. */
  readonly #numbers = new Map<string, number>()
  readonly #replacements = new Map<string, string>()
  readonly #names = new Map<number, Names>()
  #count = 0
  #me: number | undefined

  get size(): number {
    return this.#count
  }

  /** Sets the signed-in user, by id. */
  signIn(id: number): void {
    this.#me = id
  }

  /** Registers the user described by an object; returns their number, or undefined if it describes none. */
  register(object: Fields): number | undefined {
    const keys = getKeys(object)
    if (keys.length === 0) return undefined
    const known = keys.flatMap(key => this.#numbers.get(key) ?? [])
    const number = known[0] ?? ++this.#count
    for (const key of keys) this.#numbers.set(key, number)
    return number
  }

  /**
   * Prepares replacing names in strings; call when all users are known. Names that the contract itself uses are not
   * replaced in strings.
   */
  prepare(objects: readonly Fields[], contractStrings: ReadonlySet<string>): void {
    for (const object of objects) {
      const number = this.findNumber(object)
      if (number === undefined) continue
      for (const [name, value] of Object.entries(object)) {
        const field = getUserField(name, value)
        if (!field || field === 'email') continue
        const parts = field === 'username' ? [String(value)] : String(value).split(/[^\p{L}\p{N}_-]+/u)
        for (const part of parts.filter(
          one => one.length > 2 && !/^\d{1,5}$/.test(one) && !contractStrings.has(one),
        ))
          if (!this.#replacements.has(part)) this.#replacements.set(part, this.getName(number, field, part))
      }
    }
  }

  findNumber(object: Fields): number | undefined {
    const [key] = getKeys(object)
    return key === undefined ? undefined : this.#numbers.get(key)
  }

  /** The pseudonym for a field; `like` is the real text, whose alphabet is kept. */
  getName(number: number, field: UserField, like: string): string {
    const known = this.#names.get(number) ?? this.#draw(number, like)
    // The alphabet of a username says nothing about that of the name.
    if (field === 'first' || field === 'last' || field === 'full') this.#names.set(number, known)
    return known[field]
  }

  /** The pseudonymous email for a real one, which may occur in strings only. */
  getEmail(email: string): string {
    const number = this.register({ email }) ?? 0
    return this.getName(number, 'email', '')
  }

  /** The id in the recording: the signed-in user and the student swap ids. */
  getId(id: number): number {
    if (this.#me === undefined) return id
    const { id: student } = personas.student
    if (id === this.#me) return student
    return id === student ? this.#me : id
  }

  /** Replaces known names in a text; inflected forms are not found. */
  replaceNames(text: string): string {
    if (this.#replacements.size === 0) return text
    return text.replaceAll(/[\p{L}\p{N}_-]+/gu, word => this.#replacements.get(word) ?? word)
  }

  #draw(number: number, like: string): Names {
    if (this.#me !== undefined && this.#numbers.get(`id ${this.#me}`) === number) return studentNames
    const random = createRandom('person of a recording', number)
    const { sets } = namePools[/\p{sc=Cyrillic}/u.test(like) ? 'ru' : 'en']
    const set = random.pick(sets)
    const [first, last] = [random.pick(set.first), random.pick(set.last)]
    const username = `person_${number}`
    return { username, email: `${username}@mail.example`, first, last, full: `${first} ${last}` }
  }
}

const { username, email, firstName: first, lastName: last } = personas.student
const studentNames: Names = { username, email, first, last, full: `${first} ${last}` }

/** What identifies the user, most reliable first. */
function getKeys(object: Fields): string[] {
  const fields = Object.entries(object).flatMap(([name, value]) => {
    const field = getUserField(name, value)
    return field ? [{ field, text: String(value) }] : []
  })
  const hasUsername = fields.some(({ field }) => field === 'username')
  const id = object.user_id ?? (hasUsername ? object.id : undefined)
  const keys = fields
    .filter(({ field }) => field === 'username' || field === 'email')
    .map(({ field, text }) => `${field} ${field === 'email' ? text.toLowerCase() : text}`)
  const sure = [...(typeof id === 'number' ? [`id ${id}`] : []), ...keys]
  if (sure.length > 0) return sure
  const full = fields.map(({ text }) => text).join(' ')
  return full === '' ? [] : [`name ${full}`]
}
