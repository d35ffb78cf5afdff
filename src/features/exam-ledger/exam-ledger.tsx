import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../queries/exam-view'

export interface ExamLedgerProps {
  attempt: AttemptView
}

/** Gaps, retries and unsent flags during an attempt, with the server's time, to be downloaded as evidence (ux §4, cockpit). */
export const ExamLedger = (_: ExamLedgerProps) => {
  const { t } = useTranslation('ledger')
  return <h3>{t('title')}</h3>
}
