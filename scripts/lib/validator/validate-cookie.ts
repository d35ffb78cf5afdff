import type { OperationResponse, ResponseHeader } from '../operation'
import type { ContractViolation } from './contract-violation'
import { toPrintableWord } from './printable'
import { makeViolation, type ResponseContext } from './response-context'

type DeclaredCookie = NonNullable<ResponseHeader['cookie']>

export function validateCookie(
  context: ResponseContext,
  { status }: OperationResponse,
  header: ResponseHeader,
  declared: DeclaredCookie,
): ContractViolation[] {
  if (context.exchange.isSanitized) return []
  const place = `answer ${status} header ${header.name}`
  const cookies = context.response.headers.filter(([name]) => name === header.name).map(([, value]) => value)
  const cookie = cookies.find(one => nameOf(one) === declared.name)
  if (cookie === undefined) {
    if (!header.required) return []
    const others = cookies.slice(0, 3).map(one => toPrintableWord(nameOf(one)))
    const actual = others.length > 0 ? `only ${others.join(', ')} came` : 'none came'
    const what = `The cookie ${declared.name} is promised in the answer ${status}, ${actual}.`
    return [makeViolation(context, 'DR55', { place, what, witness: others })]
  }
  if (!isPatternKept(header, cookie)) {
    const what = `The cookie ${declared.name} of the answer ${status} breaks its pattern ${header.schema?.pattern}.`
    return [makeViolation(context, 'DR55', { place, what })]
  }
  return weaknesses(context, declared, cookie).map(({ attribute, what }) =>
    makeViolation(context, 'DR56', {
      place: `${place} ${attribute}`,
      what: `The cookie ${declared.name} of the answer ${status} ${what}.`,
    }),
  )
}

function nameOf(cookie: string): string {
  return cookie.split('=')[0]?.trim() ?? ''
}

function isPatternKept({ schema }: ResponseHeader, cookie: string): boolean {
  if (schema?.pattern === undefined) return true
  // Python writes an empty value as two quotes; a cookie without attributes has no semicolon.
  const written = `${cookie.replace(/^([^=;]+)=""(?=;|$)/, '$1=')};`
  return new RegExp(schema.pattern, 'u').test(written)
}

type Weakness = { readonly attribute: string; readonly what: string }

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
    found.push({ attribute: 'SameSite', what: `${actual}, SameSite=${declared.sameSite} is promised` })
  }
  const path = attributes.get('path')
  // A server below a prefix has the prefix in its cookie paths too.
  if (declared.path && !path?.replace(/\/$/, '').endsWith(declared.path.replace(/\/$/, ''))) {
    const actual = path === undefined ? 'has no Path' : `has Path=${toPrintableWord(path)}`
    found.push({ attribute: 'Path', what: `${actual}, Path=${declared.path} is promised` })
  }
  return found
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
