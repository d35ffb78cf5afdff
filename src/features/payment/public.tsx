import { useSyncExternalStore } from 'react'
import { lazyComponent } from '../../i18n/lazy-component'
import type { PaymentPanelProps } from './payment-panel'
import { payments } from './payment-store'

/** Whether the bank still confirms the payment. */
export const useIsConfirming = (attemptId: number): boolean =>
  useSyncExternalStore(payments.subscribe, () => payments.get(attemptId)?.phase === 'confirming')

const LazyPaymentPanel = lazyComponent(
  () => import('./payment-panel').then(part => part.PaymentPanel),
  'payment',
)

/** Reserves the height of its buttons, so nothing below moves. */
export const PaymentPanel = (props: PaymentPanelProps) => (
  <LazyPaymentPanel {...props} pending={<div className="min-h-control" />} />
)
