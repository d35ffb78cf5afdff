import { useSyncExternalStore } from 'react'
import { lazyComponent } from '../../i18n/lazy-component'
import type { PaymentPanelProps } from './payment-panel'
import { payments } from './payment-store'

/** Whether the user was at the bank and its answer is not known, even when nothing checks it any more. */
export const useIsConfirming = (attemptId: number): boolean =>
  useSyncExternalStore(payments.subscribe, () => (payments.get(attemptId)?.phase ?? 'atBank') !== 'atBank')

const LazyPaymentPanel = lazyComponent(
  () => import('./payment-panel').then(part => part.PaymentPanel),
  'payment',
)

/** Reserves the height of its buttons, so nothing below moves. */
export const PaymentPanel = (props: PaymentPanelProps) => (
  <LazyPaymentPanel {...props} pending={<div className="min-h-control" />} />
)
