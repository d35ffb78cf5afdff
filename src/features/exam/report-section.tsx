import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerSecond } from '../../lib/lab-seconds'
import { useAnnounceChange } from '../../lib/use-announce-change'
import type { Group } from '../../queries/answers'
import { configQuery } from '../../queries/config'
import type { AttemptView } from '../../queries/exam-view'
import { SectionTitle } from '../../ui/page-title'
import { businessCalendar, reportFacts } from './report-facts'
import { ReportHow } from './report-how'
import { ReportState } from './report-state'

interface ReportSectionProps {
  group: Pick<Group, 'name' | 'exam'>
  attempt: AttemptView
}

/** The report of an attempt: until when, how it is sent, and until when it is reviewed (specification §4 and §9, ux §4). */
export const ReportSection = ({ group, attempt }: ReportSectionProps) => {
  const { t } = useTranslation('exam')
  const id = useId()
  const { data: config, isPending } = useQuery(configQuery())
  const now = useServerSecond(attempt.rule.step === 'report')
  const facts = reportFacts(attempt, now, businessCalendar(config))
  const isOverdue = facts?.stage === 'overdue'
  useAnnounceChange(String(isOverdue), isOverdue ? t('report.overdue.said') : '')
  // Types are not checks: an exam without rules is one whose report may be asked for.
  if (!facts || (facts.stage === 'ahead' && group.exam?.report_required === false)) return null
  const isReviewed = facts.stage === 'review' || facts.stage === 'late'
  const isSending = facts.stage === 'ahead' || facts.stage === 'due' || facts.stage === 'overdue'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <SectionTitle level={3} id={id}>
        {t(isReviewed ? 'report.reviewTitle' : 'report.title')}
      </SectionTitle>
      <ReportState facts={facts} reason={attempt.reason} />
      {isSending && !isPending && (
        <ReportHow
          way={config?.exam.report}
          attemptId={attempt.id}
          exam={group.name}
          isLater={facts.stage === 'ahead'}
        />
      )}
    </section>
  )
}
