import type { Faker } from '@faker-js/faker'
import type { FlatSchema } from './flatten-schema'
import { formatPattern } from './formats'
import { patternSampler } from './sample-pattern'
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
  const words = faker.lorem.words({ min: 2, max: 4 })
  return words.charAt(0).toUpperCase() + words.slice(1)
}
