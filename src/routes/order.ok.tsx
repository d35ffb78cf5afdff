import { createFileRoute, redirect } from '@tanstack/react-router'
import { OrderOutcome } from '../features/order/order-outcome'
import { loadTexts } from '../i18n/init'
import { isFramed } from '../lib/frame'

/** Shown only inside the bank page's frame; it makes no call and no refresh (specification §2, payment outcome pages). */
export const Route = createFileRoute('/order/ok')({
  codeSplitGroupings: [['component']],
  beforeLoad: () => {
    if (!isFramed()) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadTexts('common'),
  component: () => <OrderOutcome outcome="ok" />,
})
