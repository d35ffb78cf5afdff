import type { OperationResponse, ResponseHeader } from '../operation'
import { type Case, judged } from './case'
import type { Judgement } from './judgement'
import { printableWord } from './shape'

type DeclaredCookie = NonNullable<ResponseHeader['cookie']>

/** The refresh cookie of an answer: that it comes, under its name, and as well protected as the contract says. */
export function judgeCookie(
  of: Case,
  { status }: OperationResponse,
  header: ResponseHeader,
  declared: DeclaredCookie,
): Judgement[] {
  if (of.exchange.isSanitized) return []
  const place = `answer ${status} header ${header.name}`
  const cookies = of.response.headers.filter(([name]) => name === header.name).map(([, value]) => value)
  const cookie = cookies.find(one => nameOf(one) === declared.name)
  if (cookie === undefined) {
    if (!header.required) return []
    const others = cookies.slice(0, 3).map(one => printableWord(nameOf(one)))
    const came = others.length > 0 ? `only ${others.join(', ')} came` : 'none came'
    const what = `The cookie ${declared.name} is promised in the answer ${status}, ${came}.`
    return [judged(of, 'DR55', { place, what, witness: others })]
  }
  if (!isPatternKept(header, cookie)) {
    const what = `The cookie ${declared.name} of the answer ${status} breaks its pattern ${header.schema?.pattern}.`
    return [judged(of, 'DR55', { place, what })]
  }
  return weaknesses(of, declared, cookie).map(({ attribute, what }) =>
    judged(of, 'DR56', {
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
  // Python writes an empty value as two quotes. A cookie without any attribute has no semicolon behind its value.
  const written = `${cookie.replace(/^([^=;]+)=""(?=;|$)/, '$1=')};`
  return new RegExp(schema.pattern, 'u').test(written)
}

type Weakness = { readonly attribute: string; readonly what: string }

function weaknesses(of: Case, declared: DeclaredCookie, cookie: string): Weakness[] {
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
  if (declared.secure && !attributes.has('secure') && !isPlainLoopback(of.exchange.request.url))
    found.push({ attribute: 'Secure', what: 'lacks Secure: it also goes over plain http' })
  const sameSite = attributes.get('samesite')
  if (declared.sameSite && rankOf(sameSite) < rankOf(declared.sameSite)) {
    const came = sameSite === undefined ? 'has no SameSite' : `has SameSite=${printableWord(sameSite)}`
    found.push({ attribute: 'SameSite', what: `${came}, SameSite=${declared.sameSite} is promised` })
  }
  const path = attributes.get('path')
  // A server below a prefix has the prefix in its cookies' paths too.
  if (declared.path && !path?.replace(/\/$/, '').endsWith(declared.path.replace(/\/$/, ''))) {
    const came = path === undefined ? 'has no Path' : `has Path=${printableWord(path)}`
    found.push({ attribute: 'Path', what: `${came}, Path=${declared.path} is promised` })
  }
  return found
}

/** From nothing said to the strictest. */
function rankOf(sameSite: string | undefined): number {
  return ['none', 'lax', 'strict'].indexOf(sameSite?.toLowerCase() ?? '')
}

/** Browsers take no Secure cookie from plain http but on the own machine, and servers under test leave it out there. */
function isPlainLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'http:' && (isLoopback || hostname === '[::1]' || /^127\./.test(hostname))
}
