import { decodeUri, decodeUtf8, parseJson } from '../json'
import { decodeBody, type Exchange, type HeaderList } from '../validator/exchange'
import { toShape } from '../validator/printable'
import { maskLoose } from './mask-loose'
import { isCardNumber, maskShapes } from './secret-shapes'

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

/** Masks given secrets in all encodings, and texts that look like secrets. */
export function maskText(text: string, secrets: Secrets, hide: Hide): string {
  let masked = text
  for (const { name, value, written } of prepareSecrets(secrets)) {
    for (const one of written)
      if (masked.includes(one)) masked = masked.replaceAll(one, () => hide(value, name))
  }
  return maskShapes(masked, hide)
}

/** A text that may hold values by name. */
export function maskFreely(text: string, secrets: Secrets, hide: Hide, depth = 0): string {
  if (depth > MAX_DEPTH) return ''
  const json = (value: unknown) => maskJson(value, secrets, hide, '', depth + 1)
  return maskLoose(text, { json, text: one => maskText(one, secrets, hide), hide, isSecretName })
}

export function maskJson(value: unknown, secrets: Secrets, hide: Hide, under = '', depth = 0): unknown {
  if (depth > MAX_DEPTH) return null
  if (typeof value === 'string') {
    if (under === '' || value === '') return maskFreely(value, secrets, hide, depth)
    return hide(value, under)
  }
  if (typeof value === 'number')
    return under === '' &&
      !(Number.isInteger(value) && /^[2-6]/.test(String(value)) && isCardNumber(String(value)))
      ? value
      : Number('1'.repeat(String(Math.trunc(value)).length))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => maskJson(item, secrets, hide, under, depth + 1))
  // A null prototype handles a field named __proto__.
  const masked: Record<string, unknown> = Object.create(null)
  for (const [name, child] of Object.entries(value)) {
    const secretName = under !== '' || isSecretName(name) ? under || name : ''
    masked[isOpaqueName(name) ? hide(name, 'NAME') : maskText(name, secrets, hide)] = maskJson(
      child,
      secrets,
      hide,
      secretName,
      depth + 1,
    )
  }
  return masked
}

/** A token as the name of a property. */
const isOpaqueName = (name: string) => /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w.~-]{20,}$/.test(name)

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

/** Path segments that are followed by a secret. */
const SECRET_PATH_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['by_shared_link', 'SHARE_LINK'],
  ['invite', 'INVITE_CODE'],
  ['reset', 'TOKEN'],
  ['verify', 'TOKEN'],
])

const RELATIVE = 'http://relative'
/** An id that a curl command needs; a secret link has its prefix. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Masks path and query; drops user, password and fragment. */
export function maskUrl(url: string, secrets: Secrets, hide: Hide): string {
  if (/^\/(?!\/)/.test(url)) return maskUrl(`${RELATIVE}${url}`, secrets, hide).slice(RELATIVE.length)
  if (!URL.canParse(url)) return maskText(url, secrets, hide)
  const { protocol, host, pathname, search } = new URL(url)
  const segments = pathname.split('/')
  const path = segments.map((segment, index) => {
    const prefixName = segment === '' ? undefined : SECRET_PATH_PREFIXES.get(segments[index - 1] ?? '')
    const isOpaque = isOpaqueValue(segment) && !UUID.test(segment)
    if (prefixName === undefined && !isOpaque) return maskText(segment, secrets, hide)
    return hide(decodeQuery(segment), prefixName ?? 'TOKEN')
  })
  const query = search
    .slice(1)
    .split('&')
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      const text = value.join('=')
      const isSecret = text !== '' && isSecretName(decodeQuery(name))
      return value.length === 0
        ? pair
        : `${name}=${isSecret ? hide(decodeQuery(text), name) : maskText(text, secrets, hide)}`
    })
  return `${protocol}//${host}${path.join('/')}${search && `?${query.join('&')}`}`
}

function isOpaqueValue(text: string): boolean {
  return /(?=.*\d)(?=.*[a-z])^[\w.~%-]{16,}$/i.test(text)
}

export function decodeQuery(text: string): string {
  return decodeUri(text.replaceAll('+', ' '))
}

/** Keeps schemes, cookie names and cookie attributes. */
export function maskHeaders(headers: HeaderList, secrets: Secrets, hide: Hide): HeaderList {
  return headers.map(([name, value]) => [name, maskHeader(name, value, secrets, hide)] as const)
}

function maskHeader(name: string, value: string, secrets: Secrets, hide: Hide): string {
  if (name === 'set-cookie') return maskCookie(value, secrets, hide)
  if (name === 'cookie')
    return value
      .split(';')
      .map(cookie => maskCookie(cookie, secrets, hide))
      .join(';')
  if (/^(?:proxy-)?authorization$/.test(name)) {
    const [, scheme = '', rest = value] = /^(\w+\s+)(.*)$/.exec(value) ?? []
    return scheme + hide(rest, 'ACCESS_TOKEN')
  }
  if (name === 'content-disposition') return maskText(maskFileName(value, hide), secrets, hide)
  const isOwn = name.startsWith('x-') && !/request|trace|correlation|version/.test(name)
  if (isSecretHeader(name) || (isOwn && isOpaqueValue(value))) return hide(value, name)
  const isAddress = ['referer', 'location', 'content-location'].includes(name)
  return isAddress ? maskUrl(value, secrets, hide) : maskText(value, secrets, hide)
}

/**
 * `attachment; filename="flagship-ann.ovpn"`: the name may contain a username, so only the extension is kept.
 */
function maskFileName(value: string, hide: Hide): string {
  return value.replaceAll(
    /(filename\*?\s*=\s*(?:"|[\w-]+'[\w-]*')?)([^";]*?)(?=(?:\.\w+)?\s*(?:["; ]|$))/gi,
    (_, before: string, stem: string) =>
      stem === '' ? before : before + hide(stem.replaceAll(/%[\da-f]{2}/gi, 'a'), 'FILENAME'),
  )
}

/** `refresh_token=…; Path=/`: masks the value; an empty value stays empty. */
function maskCookie(cookie: string, secrets: Secrets, hide: Hide): string {
  const [, name = '', value = '', rest = ''] = /^([^=;]*)=?([^;]*)(.*)$/s.exec(cookie) ?? []
  const isEmpty = value.trim() === '' || value === '""'
  const masked = isEmpty ? value : hide(value, name.trim())
  return cookie.includes('=')
    ? `${name}=${masked}${maskText(rest, secrets, hide)}`
    : maskText(cookie, secrets, hide)
}

/** Undefined for a form with files, which is not kept. */
export function maskBody(
  body: Uint8Array | undefined,
  contentType: string | undefined,
  secrets: Secrets,
  hide: Hide,
): Uint8Array | undefined {
  if (body === undefined || body.length === 0) return body
  if (contentType?.startsWith('multipart/')) return undefined
  const text = decodeUtf8(body)
  // Only the length of binary data matters.
  if (text === undefined) return new Uint8Array(body.length).fill(0xff)
  if (contentType?.startsWith('application/x-www-form-urlencoded')) {
    const query = maskUrl(`http://form/?${text}`, secrets, hide)
    return encode(query.slice(query.indexOf('?') + 1))
  }
  const value = parseJson(text)
  if (value !== undefined) return encode(JSON.stringify(maskJson(value, secrets, hide)))
  return encode(isFile(contentType) ? hide(text, 'FILE') : maskFreely(text, secrets, hide))
}

/** A download, such as a VPN configuration, may contain keys. */
export function isFile(contentType: string | undefined): boolean {
  return contentType !== undefined && !/^text\/|json|xml/.test(contentType)
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function collectSecrets({ request, response }: Exchange): Secrets {
  const found: { name: string; value: string }[] = []
  const add = (name: string, value: string) => {
    // Short words, such as a flag "web", would be masked in every sentence.
    if (value.length >= 4 && found.length < 100) found.push({ name: toVariableName(name), value })
  }
  maskUrl(request.url, [], (secret, name) => {
    add(name, secret)
    return ''
  })
  collectFromHeaders(request.headers, add)
  if (response) collectFromHeaders(response.headers, add)
  for (const body of [request.body, response?.body]) collectFromJson(parseJson(decodeBody(body)), add, 0)
  return found
}

type Add = (name: string, value: string) => void

function collectFromHeaders(headers: HeaderList, add: Add): void {
  for (const [name, value] of headers) {
    if (name === 'authorization') add('ACCESS_TOKEN', value.replace(/^\w+\s+/, ''))
    if (name !== 'cookie' && name !== 'set-cookie') continue
    for (const cookie of name === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']) {
      const [key = '', ...rest] = cookie.split('=')
      add(key.trim(), rest.join('=').trim())
    }
  }
}

/** Only objects: lists of objects may hold thousands of other users. */
function collectFromJson(value: unknown, add: Add, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return
  for (const [name, child] of Object.entries(value)) {
    const strings = isSecretName(name) ? [child].flat().filter(text => typeof text === 'string') : []
    for (const text of strings) add(name, text)
    if (strings.length === 0) collectFromJson(child, add, depth + 1)
  }
}

/** Names of credentials, secret links, personal names and flags. */
const parts = [
  'token',
  'passw',
  'secret',
  'invite',
  'sharelink',
  'cookie',
  'session',
  'hash',
  'apikey',
  'authorization',
  'credential',
  'signature',
  'email',
  'username',
  'firstname',
  'lastname',
  'jwt',
  'privatekey',
  'cardnumber',
  'пароль',
]
const whole = [
  'pass',
  'pem',
  'privatepem',
  'pin',
  'auth',
  'bearer',
  'sid',
  'card',
  'cvc',
  'cvv',
  'iban',
  'link',
  'login',
  'code',
  'flag',
  'flags',
  'pwd',
  'otp',
  'key',
  'input',
  'ctx',
  'phone',
  'fullname',
  'displayname',
  'givenname',
  'middlename',
  'familyname',
  'surname',
  'patronymic',
]

export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  return whole.includes(plain) || /url$/.test(plain) || parts.some(part => plain.includes(part))
}

/** Names and addresses of users; the values are also masked in texts, word by word. */
export function isPersonalName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (
    /email|username$|^(?:login|surname|patronymic)$/.test(plain) ||
    /^(?:first|last|full|display|given|middle|family)name$/.test(plain)
  )
}

/** Not `www-authenticate`, which has no secret. */
export function isSecretHeader(name: string): boolean {
  return /^(?:proxy-)?authorization$|cookie|token|secret|api-?key|session|csrf|x-auth|vault|amz-security|(?<!allow-)credential|signature|passw/.test(
    name,
  )
}

/** The shell variable for a value: `access_token` → `ACCESS_TOKEN`. */
export function toVariableName(name: string): string {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return (
    spaced
      .replaceAll(/^_+|_+$/g, '')
      .toUpperCase()
      .replace(/^(?=\d|$)/, 'SECRET') || 'SECRET'
  )
}
