import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/config'
import { getFirstPart } from '../../lib/safe-url'

/** Why a payment URL is rejected. `host` is not in the allowed origins. */
export type PaymentUrlFault =
  | { reason: 'missing' | 'notHttps' | 'broken' }
  | { reason: 'notAllowed'; host: string }

interface PaymentUrlOptions {
  ownOrigin: string
  /** `payment_origins` of the configuration. */
  allowedOrigins: readonly string[]
}

/** Limit of the contract. */
const MAX_URL_LENGTH = 2000

/** Characters that the URL parser drops or converts, so that another address would open than was shown. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
const NORMALIZED_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff\\]/

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isSameOrigin = (one: string, { origin }: URL): boolean =>
  URL.canParse(one) && new URL(one).origin === origin

/** Uploaded files can contain anything, and a framed page of our own origin could access this one. */
const isForbiddenPath = ({ pathname }: URL): boolean => ['api', 'files'].includes(getFirstPart(pathname))

/**
 * Checks whether a payment page may be framed (F07, X10): https on an allowed origin, a page of this site, or http on
 * an allowed loopback address in development. Nothing below `/api`: loading it would make a call.
 * @param value `payment_url` of the response
 */
export const checkPaymentUrl = (
  value: unknown,
  { ownOrigin, allowedOrigins }: PaymentUrlOptions,
): { url: string } | PaymentUrlFault => {
  if (value === undefined || value === null || value === '') return { reason: 'missing' }
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || NORMALIZED_CHARACTERS.test(value))
    return { reason: 'broken' }
  if (!/^https?:/i.test(value)) return { reason: /^[a-z][a-z0-9+.-]*:/i.test(value) ? 'notHttps' : 'broken' }
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) return { reason: 'broken' }
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') return { reason: 'broken' }
  if (isSameOrigin(ownOrigin, url)) return isForbiddenPath(url) ? { reason: 'broken' } : { url: url.href }
  const isListed = allowedOrigins.some(origin => isSameOrigin(origin, url))
  if (url.protocol === 'https:')
    return isListed ? { url: url.href } : { reason: 'notAllowed', host: url.host }
  return isListed && LOOPBACK.test(url.hostname) ? { url: url.href } : { reason: 'notHttps' }
}

export type PaymentUrlState =
  | { url: string }
  | PaymentUrlFault
  /** The list of allowed origins is loading. */
  | { reason: 'waiting' }
  /** It failed to load. */
  | { reason: 'noConfig'; retry: () => void }

/** Validates the payment URL of an attempt (F07). URLs of this site need no list of allowed origins. */
export const usePaymentUrl = (value: unknown): PaymentUrlState => {
  const config = useQuery(configQuery())
  const result = checkPaymentUrl(value, {
    ownOrigin: window.origin,
    allowedOrigins: config.data?.payment_origins ?? [],
  })
  const needsConfig = 'reason' in result && ['notAllowed', 'notHttps'].includes(result.reason)
  if (config.data || !needsConfig) return result
  return config.isFetching
    ? { reason: 'waiting' }
    : { reason: 'noConfig', retry: () => void config.refetch() }
}
