import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderOutcome as Outcome, postOrderMessage } from '../../lib/order-message'

/** The fixed message for a payment outcome; also posted to the parent page. */
export const OrderOutcome = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('common')
  useEffect(() => postOrderMessage(outcome), [outcome])
  return (
    <main className="p-6 text-center">
      <p>{outcome === 'ok' ? t('order.ok') : t('order.fail')}</p>
    </main>
  )
}
