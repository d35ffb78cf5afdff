import { matches } from '../json-schema'
import type { ResponseHeader } from '../operation'
import { fitsPattern } from '../pattern'
import { getTypes } from '../schema-node'
import type { ContractViolation, DriftId } from './drift-classes'
import { driftIds } from './drift-ids'
import { getHeader } from './exchange'
import { toPrintable, toPrintableWord } from './printable'
import { type DocumentedContext, makeViolation, type ResponseContext } from './response-context'

export function validateHeaders(context: DocumentedContext): ContractViolation[] {
  return context.documented.headers.flatMap(header =>
    header.cookie ? validateCookie(context, header, header.cookie) : validateHeader(context, header),
  )
}

const getDriftId: Readonly<Record<string, DriftId>> = {
  'content-disposition': driftIds.contentDisposition,
  'retry-after': driftIds.rateLimit,
}

function validateHeader(context: DocumentedContext, header: ResponseHeader): ContractViolation[] {
  const { status, assumed } = context.documented
  const { name, required } = header
  const value = getHeader(context.response.headers, name)
  const draft = { place: `answer ${status} header ${name}`, isAssumed: assumed === true }
  if (value === undefined) {
    if (!required) return []
    const what = `The header ${name} is promised in the answer ${status}, it is missing.`
    return [makeViolation(context, getDriftId[name] ?? driftIds.fieldRemoved, { ...draft, what })]
  }
  if (isRight(context, header, value)) return []
  const witness = name === 'content-disposition' ? toPrintableDisposition(value) : toPrintable(value)
  const what = `The header ${name} of the answer ${status} breaks its promise (${getPromise(header)}): "${witness}".`
  return [makeViolation(context, getDriftId[name] ?? driftIds.valueOutOfRange, { ...draft, what, witness })]
}

/** Only file names may be secret. */
function toPrintableDisposition(value: string): string {
  const [type = '', ...parameters] = value.split(';')
  const printed = parameters.map(one => {
    const [name = '', ...rest] = one.split('=')
    return rest.length === 0
      ? toPrintableWord(one)
      : `${toPrintableWord(name)}=${toPrintable(rest.join('='))}`
  })
  return [toPrintableWord(type), ...printed].join(';')
}

function isRight({ contract }: ResponseContext, { name, schema }: ResponseHeader, value: string): boolean {
  // Without a file name the browser makes one up.
  if (name === 'content-disposition' && !/filename\*?\s*=\s*(?:"[^"]|[^"\s;])/i.test(value)) return false
  if (!schema) return true
  // Disposition types are case-insensitive (RFC 6266).
  if (name === 'content-disposition' && schema.pattern !== undefined)
    return fitsPattern(schema.pattern, value, 'iu')
  const types = getTypes(schema) ?? []
  const isNumber =
    (types.includes('integer') || types.includes('number')) && /^-?\d+(?:\.\d+)?$/.test(value.trim())
  return matches(schema, isNumber ? Number(value) : value, contract.schemas)
}

function getPromise({ schema = {} }: ResponseHeader): string {
  if (schema.pattern !== undefined) return schema.pattern
  const { minimum, maximum } = schema
  const range = minimum === undefined && maximum === undefined ? '' : ` from ${minimum} to ${maximum}`
  return `${[schema.type ?? 'a value'].flat().join(' or ')}${range}`
}

type DeclaredCookie = NonNullable<ResponseHeader['cookie']>

function validateCookie(
  context: DocumentedContext,
  header: ResponseHeader,
  declared: DeclaredCookie,
): ContractViolation[] {
  const { status } = context.documented
  if (context.exchange.isSanitized) return []
  const place = `answer ${status} header ${header.name}`
  const cookies = context.response.headers.filter(([name]) => name === header.name).map(([, value]) => value)
  const cookie = cookies.find(one => getName(one) === declared.name)
  if (cookie === undefined) {
    if (!header.required) return []
    const others = cookies.slice(0, 3).map(one => toPrintableWord(getName(one)))
    const actual = others.length > 0 ? `only ${others.join(', ')} came` : 'none came'
    const what = `The cookie ${declared.name} is promised in the answer ${status}, ${actual}.`
    return [makeViolation(context, driftIds.refreshCookie, { place, what, witness: others })]
  }
  if (!isPatternKept(header, cookie)) {
    const what = `The cookie ${declared.name} of the answer ${status} breaks its pattern ${header.schema?.pattern}.`
    return [makeViolation(context, driftIds.refreshCookie, { place, what })]
  }
  return weaknesses(context, declared, cookie).map(({ attribute, what, isLost }) =>
    makeViolation(context, driftIds.cookieAttribute, {
      place: `${place} ${attribute}`,
      what: `The cookie ${declared.name} of the answer ${status} ${what}.`,
      ...(isLost && { severity: 'breaking' }),
    }),
  )
}

function getName(cookie: string): string {
  return cookie.split('=')[0]?.trim() ?? ''
}

function isPatternKept({ schema }: ResponseHeader, cookie: string): boolean {
  if (schema?.pattern === undefined) return true
  // Python writes an empty value as two quotes; a cookie without attributes has no semicolon.
  const written = `${cookie.replace(/^([^=;]+)=""(?=;|$)/, '$1=')};`
  return fitsPattern(schema.pattern, written)
}

/** `isLost`: browsers drop the cookie or never send it, so that every reload ends the session. */
type Weakness = { readonly attribute: string; readonly what: string; readonly isLost?: boolean | undefined }

function weaknesses(context: ResponseContext, declared: DeclaredCookie, cookie: string): Weakness[] {
  const attributes = new Map(
    cookie
      .split(';')
      .slice(1)
      .map(part => {
        const [name = '', ...value] = part.split('=')
        return [name.trim().toLowerCase(), value.join('=').trim()] as const
      }),
  )
  const found: Weakness[] = []
  if (declared.httpOnly && !attributes.has('httponly'))
    found.push({ attribute: 'HttpOnly', what: 'lacks HttpOnly: scripts of a page can read it' })
  if (declared.secure && !attributes.has('secure') && !isPlainLoopback(context.exchange.request.url))
    found.push({ attribute: 'Secure', what: 'lacks Secure: it also goes over plain http' })
  const sameSite = attributes.get('samesite')
  if (declared.sameSite && sameSiteRank(sameSite) < sameSiteRank(declared.sameSite)) {
    const actual = sameSite === undefined ? 'has no SameSite' : `has SameSite=${toPrintableWord(sameSite)}`
    const isLost = sameSite?.toLowerCase() === 'none' && !attributes.has('secure')
    found.push({
      attribute: 'SameSite',
      what: `${actual}, SameSite=${declared.sameSite} is promised`,
      isLost,
    })
  }
  const path = attributes.get('path')
  // A server below a prefix has the prefix in its cookie paths too.
  if (declared.path && !path?.replace(/\/$/, '').endsWith(declared.path.replace(/\/$/, ''))) {
    const actual = path === undefined ? 'has no Path' : `has Path=${toPrintableWord(path)}`
    const isLost = path?.startsWith('/') && !isSentTo(context.exchange.request.url, path, declared.path)
    found.push({ attribute: 'Path', what: `${actual}, Path=${declared.path} is promised`, isLost })
  }
  return found
}

/** Whether a cookie of this path goes where one of the promised path would go. */
function isSentTo(url: string, path: string, promised: string): boolean {
  const { pathname } = new URL(url)
  return !pathname.includes(`${promised}/`) || pathname.startsWith(path.replace(/\/?$/, '/'))
}

/** From absent to strictest. */
function sameSiteRank(sameSite: string | undefined): number {
  return ['none', 'lax', 'strict'].indexOf(sameSite?.toLowerCase() ?? '')
}

/** Browsers accept Secure cookies over http only on loopback, and test servers omit it there. */
function isPlainLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'http:' && (isLoopback || hostname === '[::1]' || /^127\./.test(hostname))
}
