import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/schema.gen'
import type { AttemptView } from '../../queries/exam-view'
import type { StatusMap } from '../../queries/task-progress'

export interface ExamTabProps {
  group: Group
  statuses: StatusMap
  /** Everything about paying for an attempt: its buttons, the bank's page, the wait for the bank. */
  Payment: ComponentType<{ groupId: number; attempt: AttemptView }>
  /** The log of the connection during an attempt. */
  Ledger: ComponentType<{ attempt: AttemptView }>
  feedback: ReactNode
}

/** The exam of a group: its attempts and everything that can be done about them (specification §4, ux §4). */
export const ExamTab = (_: ExamTabProps) => {
  const { t } = useTranslation('exam')
  return <h2>{t('title')}</h2>
}
