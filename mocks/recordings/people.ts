import { createRandom } from '../../scripts/lib/seeded-random'
import { namePools } from '../platform/data/names'
import { personas } from '../platform/personas'

/** What a field tells of a person. */
export type PersonField = 'username' | 'email' | 'first' | 'last' | 'full'

type Fields = Readonly<Record<string, unknown>>
type Names = Readonly<Record<PersonField, string>>

/** Which part of a person stands under a name; undefined for everything else. */
export function personFieldOf(name: string, value: unknown): PersonField | undefined {
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
 * Everybody in a session by number, and a made-up person for each: the same person is the same one in every answer and
 * in every text. Whoever was signed in becomes the student of the simulated platform, who is signed in in a playback.
 */
export class People {
  /** By `id 17`, `username ann`, `email ann@mail.example`. */
  readonly #numbers = new Map<string, number>()
  readonly #words = new Map<string, string>()
  readonly #names = new Map<number, Names>()
  #count = 0
  #me: number | undefined

  get size(): number {
    return this.#count
  }

  /** Says who was signed in, by the id in the answers. */
  signIn(id: number): void {
    this.#me = id
  }

  /** Takes in whoever stands in an object; gives the number of the person, or undefined where nobody does. */
  learn(object: Fields): number | undefined {
    const keys = keysOf(object)
    if (keys.length === 0) return undefined
    const known = keys.flatMap(key => this.#numbers.get(key) ?? [])
    const number = known[0] ?? ++this.#count
    for (const key of keys) this.#numbers.set(key, number)
    return number
  }

  /** Prepares the names for texts; to be called when all are known. A name that is also one of the words stays in texts. */
  settle(objects: readonly Fields[], words: ReadonlySet<string>): void {
    for (const object of objects) {
      const number = this.numberOf(object)
      if (number === undefined) continue
      for (const [name, value] of Object.entries(object)) {
        const field = personFieldOf(name, value)
        if (!field || field === 'email') continue
        const parts = field === 'username' ? [String(value)] : String(value).split(/[^\p{L}\p{N}_-]+/u)
        for (const part of parts.filter(one => one.length > 2 && !/^\d{1,5}$/.test(one) && !words.has(one)))
          if (!this.#words.has(part)) this.#words.set(part, this.nameOf(number, field, part))
      }
    }
  }

  numberOf(object: Fields): number | undefined {
    const [key] = keysOf(object)
    return key === undefined ? undefined : this.#numbers.get(key)
  }

  /** What stands in place of a field of a person; `like` is the true text, of which the alphabet is kept. */
  nameOf(number: number, field: PersonField, like: string): string {
    const known = this.#names.get(number) ?? this.#draw(number, like)
    // The alphabet of a username says nothing about that of the name.
    if (field === 'first' || field === 'last' || field === 'full') this.#names.set(number, known)
    return known[field]
  }

  /** The made-up address of whoever has an e-mail address, also of somebody who stands in a text alone. */
  emailOf(email: string): string {
    const number = this.learn({ email }) ?? 0
    return this.nameOf(number, 'email', '')
  }

  /** The id of a person in the recording: whoever was signed in and the student change places. */
  idOf(id: number): number {
    if (this.#me === undefined) return id
    const { id: student } = personas.student
    if (id === this.#me) return student
    return id === student ? this.#me : id
  }

  /** A text in which no name of a known person stands, but for forms of it that only a language knows. */
  hideIn(text: string): string {
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

/** By what a person is known, the surest first. */
function keysOf(object: Fields): string[] {
  const fields = Object.entries(object).flatMap(([name, value]) => {
    const field = personFieldOf(name, value)
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
