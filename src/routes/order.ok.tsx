import { createFileRoute, redirect } from '@tanstack/react-router'
import { OrderOutcomePage } from '../features/payment/order-outcome'
import { loadMessages } from '../i18n/init'
import { isFramed } from '../lib/framed'

/** Shown only inside the frame of the bank's page; makes no request. */
export const Route = createFileRoute('/order/ok')({
  codeSplitGroupings: [['component']],
  beforeLoad: () => {
    if (!isFramed()) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadMessages('common'),
  component: () => <OrderOutcomePage outcome="ok" />,
})
