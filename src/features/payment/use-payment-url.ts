import { useQuery } from '@tanstack/react-query'
import { checkPaymentUrl, type PaymentUrlFault } from '../../lib/payment-url'
import { configQuery } from '../../queries/config'

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
