import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../queries/exam-view'

export interface PaymentPartProps {
  groupId: number
  attempt: AttemptView
}

/** What a candidate can do about the payment of an attempt (specification §2 and §4, ux §2). */
export const PaymentPart = (_: PaymentPartProps) => {
  const { t } = useTranslation('payment')
  return <p>{t('title')}</p>
}
