import { useQuery } from '@tanstack/react-query'
import { type PaymentUrlFault, paymentUrl } from '../../lib/payment-url'
import { configQuery } from '../../queries/config'

export type PaymentAddress =
  | { url: string }
  | PaymentUrlFault
  /** The list of banks is on its way. */
  | { reason: 'waiting' }
  /** It did not come. */
  | { reason: 'noConfig'; retry: () => void }

/** Whether the bank's page of an attempt may be opened (F07); a page of this site needs no list of banks. */
export const usePaymentAddress = (value: unknown): PaymentAddress => {
  const config = useQuery(configQuery())
  const address = paymentUrl(value, {
    ownOrigin: window.origin,
    allowedOrigins: config.data?.payment_origins ?? [],
  })
  const isAboutList = 'reason' in address && ['notAllowed', 'notHttps'].includes(address.reason)
  if (config.data || !isAboutList) return address
  return config.isFetching
    ? { reason: 'waiting' }
    : { reason: 'noConfig', retry: () => void config.refetch() }
}
