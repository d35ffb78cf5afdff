import type { Faker } from '@faker-js/faker'
import { formatPattern } from './formats'
import type { FlatSchema } from './schema-node'
import type { Random } from './seeded-random'

export type TextSource = { readonly random: Random; readonly faker: Faker; readonly now: number }

type Maker = (source: TextSource) => string

const day = 86_400_000

/** Usual values by field name; the longest matching suffix wins. */
const hints: Readonly<Record<string, Maker>> = {
  username: login,
  login,
  first_name: ({ faker }) => faker.person.firstName(),
  last_name: ({ faker }) => faker.person.lastName(),
  email: address,
  password: ({ random }) => `pass-${random.int(100_000, 999_999)}`,
  title: phrase,
  name: phrase,
  label: ({ random }) => random.pick(['web', 'ssh', 'база данных', 'панель']),
  description: ({ faker }) => faker.lorem.paragraph(),
  content: ({ faker }) => `# ${faker.lorem.words(3)}\n\n${faker.lorem.paragraph()}`,
  text: ({ faker }) => faker.lorem.sentence(),
  message: ({ faker }) => faker.lorem.sentence(),
  reason: ({ faker }) => faker.lorem.sentence(),
  url: link,
  link,
  host: hostname,
  currency: ({ random }) => random.pick(['RUB', 'EUR']),
  token: ({ random }) => letters(random, 32),
  code: ({ random }) => letters(random, 8).toUpperCase(),
  file: ({ random }) => `file-${random.int(1, 99)}.txt`,
}

const byFormat: Readonly<Record<string, Maker>> = {
  'date-time': ({ random, now }) => new Date(now + random.int(-60 * day, 30 * day)).toISOString(),
  date: ({ random, now }) => new Date(now + random.int(-60 * day, 30 * day)).toISOString().slice(0, 10),
  email: address,
  hostname,
  ipv4: ({ random }) => `192.0.2.${random.int(1, 254)}`,
  uri: link,
  'uri-reference': ({ random }) => `/files/${random.int(1, 999)}`,
  uuid: ({ random }) => {
    const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
  },
  binary: ({ random }) => `${letters(random, 16)}==`,
}

/** A string within all limits; `name` is the field's, for realistic values. Throws a RangeError when none is found. */
export function sampleText(flat: FlatSchema, name: string, source: TextSource): string {
  const { random } = source
  const patterns = flat.patterns.map(pattern => new RegExp(pattern, 'u'))
  const formats = flat.formats.flatMap(format => formatPattern(format) ?? [])
  const [pattern] = flat.patterns
  const fromPattern = pattern === undefined ? undefined : patternSampler(pattern)
  const make = makerFor(flat, name)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = flat.limits
  for (let attempt = 0; attempt < 300; attempt++) {
    // Realistic values come first: most names and codes match the pattern.
    const reach = random.pick([0, 3, 8, Math.min(minLength + 4, 500)])
    const isFree = !fromPattern || attempt < 3
    const text = isFree ? make(source) : fromPattern(random, reach)
    const fitted = isFree && formats.length === 0 ? fitLength(text, minLength, maxLength, source) : text
    const length = Array.from(fitted).length
    const isFitting = length >= minLength && length <= maxLength
    if (isFitting && [...patterns, ...formats].every(test => test.test(fitted))) return fitted
  }
  throw new RangeError(`No text was found for ${flat.patterns.join(' and ') || flat.formats.join(' and ')}.`)
}

function makerFor(flat: FlatSchema, name: string): Maker {
  const format = flat.formats.map(key => byFormat[key]).find(maker => maker !== undefined)
  if (format) return format
  const key = Object.keys(hints)
    .filter(hint => name === hint || name.endsWith(`_${hint}`))
    .sort((a, b) => b.length - a.length)[0]
  return (key && hints[key]) || phrase
}

function fitLength(
  text: string,
  minLength: number,
  maxLength: number,
  { random, faker }: TextSource,
): string {
  let characters = Array.from(text)
  while (characters.length < minLength) characters = [...characters, ' ', ...Array.from(faker.lorem.words(3))]
  if (characters.length <= maxLength) return characters.join('')
  const cut = characters.slice(0, maxLength).join('').trim()
  return cut + letters(random, Math.max(0, minLength - Array.from(cut).length))
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(Array.from('abcdefghijkmnpqrstuvwxyz23456789'))).join('')
}

function login({ random }: TextSource): string {
  const names = [
    'anna',
    'boris',
    'vera',
    'gleb',
    'daria',
    'egor',
    'zoya',
    'ivan',
    'kira',
    'lev',
    'maria',
    'oleg',
  ]
  return `${random.pick(names)}${random.pick(['_', '-'])}${random.int(1, 999)}`
}

// Only domains reserved by RFC 2606, so that no sample names a real host.
function address(source: TextSource): string {
  return `${login(source)}@example.${source.random.pick(['com', 'org', 'net'])}`
}

function hostname({ random }: TextSource): string {
  return `lab-${random.int(1, 999)}.example.net`
}

function link({ random }: TextSource): string {
  return `https://example.org/${letters(random, 6)}`
}

function phrase({ faker }: TextSource): string {
  const title = faker.lorem.words({ min: 2, max: 4 })
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/**
 * Samples strings for a regular expression. Anchors and lookarounds produce nothing: callers test the string
 * against the pattern and try again. Back references are not supported, because a sample would rarely match.
 */
export type PatternSampler = (random: Random, reach: number) => string

type Part = (random: Random, reach: number) => string

const pool = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789абвгдежзиклмнопрстуфхцчшэюяАБВГДЕЖЗИК _-.,:;!?@#$%^&*()+=/\\|<>[]{}\'"`~\n\tßéüñ漢字🚩',
)

/** Compiles a pattern (without slashes, read with the `u` flag); throws a RangeError for back references. */
export function patternSampler(pattern: string): PatternSampler {
  const reader = new Reader(pattern)
  const sample = reader.alternatives()
  return (random, reach) => {
    reader.left = MAX_REPETITIONS
    return sample(random, reach)
  }
}

/** Of all parts of a sample: `((a{1000}){1000}){1000}` has too many. */
const MAX_REPETITIONS = 50_000

class Reader {
  left = MAX_REPETITIONS
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Reads up to a closing parenthesis or the end. */
  alternatives(): Part {
    const branches = [this.sequence()]
    while (this.source[this.at] === '|') {
      this.at++
      branches.push(this.sequence())
    }
    return (random, reach) => random.pick(branches)(random, reach)
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      parts.push(this.repeated(this.atom()))
    }
    return (random, reach) => parts.map(part => part(random, reach)).join('')
  }

  private repeated(part: Part): Part {
    const rest = this.source.slice(this.at)
    const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest)
    if (!match) return part
    this.at += match[0].length
    const [, sign, least, comma, most] = match
    const min = sign ? (sign === '+' ? 1 : 0) : Number(least)
    const open = sign ? sign !== '?' : comma !== undefined && most === ''
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most ?? least)
    return (random, reach) => {
      const count = random.int(min, Math.min(max, min + reach))
      this.left -= count
      if (this.left < 0) throw new RangeError(`The pattern ${this.source} has no short text.`)
      return Array.from({ length: count }, () => part(random, reach)).join('')
    }
  }

  private atom(): Part {
    const char = this.source[this.at]
    if (char === '(') return this.group()
    if (char === '^' || char === '$') return this.take(1, nothing)
    if (char === '[') return this.characters(/^\[(?:\\.|[^\]\\])*\]/su)
    if (char === '.') return this.characters(/^\./u)
    if (char === '\\') return this.escape()
    const literal = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
    return this.take(literal.length, () => literal)
  }

  private group(): Part {
    const opening = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(this.source.slice(this.at))?.[0] ?? '('
    this.at += opening.length
    const inner = this.alternatives()
    this.at++
    return /[=!]$/.test(opening) ? nothing : inner
  }

  private escape(): Part {
    const next = this.source[this.at + 1] ?? ''
    if (next === 'b' || next === 'B') return this.take(2, nothing)
    if (/[1-9k]/.test(next))
      throw new RangeError(`The pattern ${this.source} has a back reference; write it without.`)
    return this.characters(
      /^\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su,
    )
  }

  private characters(extent: RegExp): Part {
    const source = extent.exec(this.source.slice(this.at))?.[0] ?? '.'
    const all = getCharacters(source)
    const plain = all.filter(char => /[\p{L}\d]/u.test(char))
    return this.take(source.length, random =>
      random.pick(plain.length > 0 && random.chance(0.85) ? plain : all),
    )
  }

  private take(length: number, part: Part): Part {
    this.at += length
    return part
  }
}

const nothing: Part = () => ''

/** Characters of a class such as `[^\s@]` or `\p{L}`: from the pool, else the first ones of Unicode. */
function getCharacters(source: string): string[] {
  const test = new RegExp(`^${source}$`, 'u')
  const known = pool.filter(char => test.test(char))
  for (let code = 0; known.length === 0 && code < 0x20000; code++) {
    const char = String.fromCodePoint(code)
    if (test.test(char)) known.push(char)
  }
  if (known.length === 0) throw new RangeError(`No character fits ${source}.`)
  return known
}
