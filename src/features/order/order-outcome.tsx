import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderOutcome as Outcome, tellOrder } from '../../lib/order-message'

/** The sentence that the specification's §2 fixes for each outcome of a payment, and a word to the page around it. */
export const OrderOutcome = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('common')
  useEffect(() => tellOrder(outcome), [outcome])
  return (
    <main className="p-6 text-center">
      <p>{outcome === 'ok' ? t('order.ok') : t('order.fail')}</p>
    </main>
  )
}
