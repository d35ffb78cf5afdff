import { useTranslation } from 'react-i18next'
import { formatDay, formatDeadline, formatDuration } from '../../lib/format'
import { Banner } from '../../ui/banner'
import { type ReportFacts, reviewDays } from './report-facts'

/** What the contract allows; a longer text is no reason but a fault. */
const longestReason = 2000

interface ReportStateProps {
  facts: ReportFacts
  reason: string | null
}

/** Where the report stands, in words. */
export const ReportState = ({ facts, reason }: ReportStateProps) => {
  const { t, i18n } = useTranslation('exam')
  const { stage, deadline, left, reviewDay } = facts
  const day = formatDay(reviewDay, i18n.language)
  if (stage === 'rejected') return <Rejection reason={reason} />
  if (stage === 'late')
    return (
      <Banner tone="warning" title={t('report.late.title')}>
        {t('report.late.text', { day })}
      </Banner>
    )
  if (stage === 'review')
    return (
      <p className="max-w-prose">
        {t('report.review', { count: reviewDays })}{' '}
        {reviewDay !== null && <strong>{t('report.reviewBy', { day })}</strong>}
      </p>
    )
  if (stage === 'overdue')
    return (
      <Banner tone="danger" title={t('report.overdue.title')}>
        {t('report.overdue.text', { time: formatDeadline(deadline, i18n.language) })}
      </Banner>
    )
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p>
        {stage === 'ahead' && `${t('report.ahead')} `}
        {deadline === null ? (
          t('report.noDeadline')
        ) : (
          <strong>{t('report.until', { time: formatDeadline(deadline, i18n.language) })}</strong>
        )}{' '}
        {stage === 'due' && left !== null && (
          <span className="tabular-nums text-warning-text">
            {t('report.left', { time: formatDuration(left, i18n.language) })}
          </span>
        )}
      </p>
      <p className="text-sm text-muted">
        {t('report.reviewed', { count: reviewDays })} {reviewDay !== null && t('report.reviewedBy', { day })}
      </p>
    </div>
  )
}

const Rejection = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('exam')
  return (
    <>
      <Banner tone="danger" title={t('report.rejected.title')}>
        {reason === null ? (
          t('report.rejected.noReason')
        ) : (
          <bdi className="block max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {reason.slice(0, longestReason)}
          </bdi>
        )}
      </Banner>
      <p className="max-w-prose">{t('report.rejected.next')}</p>
    </>
  )
}
