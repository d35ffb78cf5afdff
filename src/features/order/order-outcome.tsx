import { useTranslation } from 'react-i18next'

/** The sentence that the specification's §2 fixes for each outcome of a payment. */
export const OrderOutcome = ({ outcome }: { outcome: 'ok' | 'fail' }) => {
  const { t } = useTranslation('common')
  return (
    <main className="p-6 text-center">
      <p>{outcome === 'ok' ? t('order.ok') : t('order.fail')}</p>
    </main>
  )
}
