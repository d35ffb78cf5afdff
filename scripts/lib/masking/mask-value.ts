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
  ['EMAIL', /[\w.!#$%&*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g],
]

/** A text without the given secrets, in whatever way it holds them, and without what looks like one. */
export function maskText(text: string, secrets: Secrets, hide: Hide): string {
  let masked = text
  for (const { name, value } of byLength(secrets)) {
    for (const written of new Set([value, encodeURIComponent(toWellFormed(value)), inJson(value)]))
      if (masked.includes(written)) masked = masked.replaceAll(written, () => hide(value, name))
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

/** Longer ones first: one secret may hold another. */
function byLength(secrets: Secrets): Secrets {
  return secrets
    .filter(({ value }) => value.length >= shortest)
    .sort((a, b) => b.value.length - a.value.length)
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function toWellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}
