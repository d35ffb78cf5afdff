import { isCall } from './safe-url'

/** Why an address of payment is not opened. `host` is the one that nobody has listed. */
export type PaymentUrlFault =
  | { reason: 'missing' | 'notHttps' | 'broken' }
  | { reason: 'notAllowed'; host: string }

interface PaymentUrlOptions {
  ownOrigin: string
  /** `payment_origins` of the configuration. */
  allowedOrigins: readonly string[]
}

/** The contract's own limit. */
const longest = 2000

/** What a browser would silently mend, and open something else than was read: blanks, controls, backslashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
const mended = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff\\]/

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isSameOrigin = (one: string, { origin }: URL): boolean =>
  URL.canParse(one) && new URL(one).origin === origin

/** Files of the platform may hold anything, and a framed page of the own origin would reach this one. */
const isForbiddenOwn = ({ pathname }: URL): boolean => isCall(pathname) || /^\/+files(?:\/|$)/i.test(pathname)

/**
 * The address of a bank's page that may be framed (design §6; cases F07 and X10): https on a listed origin, or a page of this
 * site; plain http on a listed loopback address, in development. Nothing below `/api` of this site: to load it is to make
 * a call.
 *
 * @param value `payment_url` as it came
 */
export const paymentUrl = (
  value: unknown,
  { ownOrigin, allowedOrigins }: PaymentUrlOptions,
): { url: string } | PaymentUrlFault => {
  if (value === undefined || value === null || value === '') return { reason: 'missing' }
  if (typeof value !== 'string' || value.length > longest || mended.test(value)) return { reason: 'broken' }
  if (!/^https?:/i.test(value)) return { reason: /^[a-z][a-z0-9+.-]*:/i.test(value) ? 'notHttps' : 'broken' }
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) return { reason: 'broken' }
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') return { reason: 'broken' }
  if (isSameOrigin(ownOrigin, url)) return isForbiddenOwn(url) ? { reason: 'broken' } : { url: url.href }
  const isListed = allowedOrigins.some(origin => isSameOrigin(origin, url))
  if (url.protocol === 'https:')
    return isListed ? { url: url.href } : { reason: 'notAllowed', host: url.host }
  return isListed && loopback.test(url.hostname) ? { url: url.href } : { reason: 'notHttps' }
}
