import { toShape } from '../validator/printable'
import { isSecretName } from './secret-names'

/** Texts that must never be printed; replaced by `name`, such as `PASSWORD`. */
export type Secrets = readonly { readonly name: string; readonly value: string }[]

export type Hide = (secret: string, name: string) => string

/** Shorter secrets occur in too many words. */
const MIN_SECRET_LENGTH = 3
/** Deeper values are dropped. */
const MAX_DEPTH = 60

/** Another text of the same shape, so that a recording can still be validated. */
export function maskByShape(secret: string): string {
  const shape = toShape(secret)
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

/** Masks given secrets in all encodings, and texts that look like secrets. */
export function maskText(text: string, secrets: Secrets, hide: Hide): string {
  let masked = text
  for (const { name, value, written } of prepareSecrets(secrets)) {
    for (const one of written)
      if (masked.includes(one)) masked = masked.replaceAll(one, () => hide(value, name))
  }
  for (const [name, pattern] of patterns) masked = masked.replaceAll(pattern, found => hide(found, name))
  return masked
}

export function maskJson(value: unknown, secrets: Secrets, hide: Hide, under = '', depth = 0): unknown {
  if (depth > MAX_DEPTH) return null
  if (typeof value === 'string') {
    if (under === '' || value === '') return maskText(value, secrets, hide)
    return hide(value, under)
  }
  if (typeof value === 'number')
    return under === '' ? value : Number('1'.repeat(String(Math.trunc(value)).length))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => maskJson(item, secrets, hide, under, depth + 1))
  // A null prototype handles a field named __proto__.
  const masked: Record<string, unknown> = Object.create(null)
  for (const [name, child] of Object.entries(value)) {
    const secretName = under !== '' || isSecretName(name) ? under || name : ''
    masked[maskText(name, secrets, hide)] = maskJson(child, secrets, hide, secretName, depth + 1)
  }
  return masked
}

type Prepared = readonly { readonly name: string; readonly value: string; readonly written: Set<string> }[]

/** Large responses mask the same secrets thousands of times. */
const prepared = new WeakMap<Secrets, Prepared>()

/** Longest first, since one secret may contain another; with all encodings. */
function prepareSecrets(secrets: Secrets): Prepared {
  const known = prepared.get(secrets)
  if (known) return known
  const made = secrets
    .filter(({ value }) => value.length >= MIN_SECRET_LENGTH)
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
