import { createRandom } from '../../scripts/lib/seeded-random'
import { namePools } from '../platform/data/names.gen'
import { personas } from '../platform/personas'

/** Fields that identify a user. */
export type UserField = 'username' | 'email' | 'first' | 'last' | 'full'

type Fields = Readonly<Record<string, unknown>>
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
export class UserPseudonyms {
  /** Keys: `id 17`, `username ann`, `email ann@mail.example`. */
  readonly #numbers = new Map<string, number>()
  readonly #words = new Map<string, string>()
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
   * Prepares replacing names in texts; call when all users are known. Names that are also one of the words are not
   * replaced in texts.
   */
  prepare(objects: readonly Fields[], words: ReadonlySet<string>): void {
    for (const object of objects) {
      const number = this.findNumber(object)
      if (number === undefined) continue
      for (const [name, value] of Object.entries(object)) {
        const field = getUserField(name, value)
        if (!field || field === 'email') continue
        const parts = field === 'username' ? [String(value)] : String(value).split(/[^\p{L}\p{N}_-]+/u)
        for (const part of parts.filter(one => one.length > 2 && !/^\d{1,5}$/.test(one) && !words.has(one)))
          if (!this.#words.has(part)) this.#words.set(part, this.getName(number, field, part))
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

  /** The pseudonymous email for a real one, which may occur in texts only. */
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
    if (this.#words.size === 0) return text
    return text.replaceAll(/[\p{L}\p{N}_-]+/gu, word => this.#words.get(word) ?? word)
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
