import { shapeOf } from '../judge/shape'
import { isSecretName } from './secret-names'

/** Texts that must never be printed, such as the password of a login; `name` stands in their place: `PASSWORD`. */
export type Secrets = readonly { readonly name: string; readonly value: string }[]

/** What is written in place of a secret; `name` is what it is called. */
export type Hide = (secret: string, name: string) => string

/** Shorter ones stand in half of all words, and hiding them everywhere would hide nothing but the answer. */
const shortest = 3
/** What lies deeper is left out of what is printed or written. */
const deepest = 60

/** A text of the same shape and another wording, so that a recording can still be judged. */
export function hideByShape(secret: string): string {
  const shape = shapeOf(secret)
  if (shape !== secret) return shape
  const others: Readonly<Record<string, string>> = { a: 'b', A: 'B', '0': '1', ж: 'з', Ж: 'З' }
  return secret.replaceAll(/[aA0жЖ]/g, letter => others[letter] ?? letter)
}

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['ACCESS_TOKEN', /(?<=\bBearer\s+)[\w.~+/=-]+/gi],
  ['ACCESS_TOKEN', /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g],
  ['TOKEN', /(?<=[?&](?:\w*token|code|sig|signature|key|secret|password)=)[^&\s"'<>#]+/gi],
  ['PHONE', /\+\d[\d\s().-]{8,16}\d/g],
  ['EMAIL', /[\w.!#$%&*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g],
]

/** A text without the given secrets, in whatever way it holds them, and without what looks like one. */
export function maskText(text: string, secrets: Secrets, hide: Hide): string {
  let masked = text
  for (const { name, value, written } of preparedOf(secrets)) {
    for (const one of written)
      if (masked.includes(one)) masked = masked.replaceAll(one, () => hide(value, name))
  }
  for (const [name, pattern] of patterns) masked = masked.replaceAll(pattern, found => hide(found, name))
  return masked
}

/** A JSON value without secrets, by the names of its fields and by what its texts hold. */
export function maskJson(value: unknown, secrets: Secrets, hide: Hide, under = '', depth = 0): unknown {
  if (depth > deepest) return null
  if (typeof value === 'string') {
    if (under === '' || value === '') return maskText(value, secrets, hide)
    return hide(value, under)
  }
  if (typeof value === 'number')
    return under === '' ? value : Number('1'.repeat(String(Math.trunc(value)).length))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => maskJson(item, secrets, hide, under, depth + 1))
  // A null prototype takes a field called __proto__ like any other.
  const masked: Record<string, unknown> = Object.create(null)
  for (const [name, child] of Object.entries(value)) {
    const secretName = under !== '' || isSecretName(name) ? under || name : ''
    masked[maskText(name, secrets, hide)] = maskJson(child, secrets, hide, secretName, depth + 1)
  }
  return masked
}

type Prepared = readonly { readonly name: string; readonly value: string; readonly written: Set<string> }[]

/** A list of ten thousand rows asks for the same secrets a hundred thousand times. */
const prepared = new WeakMap<Secrets, Prepared>()

/** Longer ones first: one secret may hold another. Each in all the ways in which a text may hold it. */
function preparedOf(secrets: Secrets): Prepared {
  const known = prepared.get(secrets)
  if (known) return known
  const made = secrets
    .filter(({ value }) => value.length >= shortest)
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ name, value }) => {
      const written = new Set([value, encodeURIComponent(toWellFormed(value)), inJson(value)])
      return { name, value, written }
    })
  prepared.set(secrets, made)
  return made
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function toWellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}
