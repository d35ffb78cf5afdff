import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Mail } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import type { Config } from '../../api/config'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { localize } from '../../i18n/localize'
import { formatDay, formatDuration } from '../../lib/format'
import { useAnnounceChange, useServerSecond } from '../../lib/hooks'
import { safeLink } from '../../lib/safe-url'
import { Banner } from '../../ui/banner'
import { SectionTitle } from '../../ui/page-title'
import { useExamTime } from './attempt-details'
import { getBusinessCalendar, getReportFacts, REVIEW_BUSINESS_DAYS, type ReportFacts } from './exam-dates'

interface ReportSectionProps {
  group: Pick<Group, 'name' | 'exam'>
  attempt: AttemptView
}

/** Deadline, submission instructions and review date of the report. */
export const ReportSection = ({ group, attempt }: ReportSectionProps) => {
  const { t } = useTranslation('exam')
  const id = useId()
  const { data: config, isPending } = useQuery(configQuery())
  const now = useServerSecond(attempt.rule.step === 'report')
  const facts = getReportFacts(attempt, now, getBusinessCalendar(config))
  const isOverdue = facts?.phase === 'overdue'
  useAnnounceChange(String(isOverdue), isOverdue ? t('report.overdue.said') : '')
  // A missing rule means that a report is required.
  if (!facts || (facts.phase === 'ahead' && group.exam?.report_required === false)) return null
  const isReviewed = facts.phase === 'review' || facts.phase === 'reviewOverdue'
  const isSending = facts.phase === 'ahead' || facts.phase === 'due' || facts.phase === 'overdue'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <SectionTitle level={3} id={id}>
        {t(isReviewed ? 'report.reviewTitle' : 'report.title')}
      </SectionTitle>
      <ReportStatus facts={facts} reason={attempt.reason} />
      {isSending && !isPending && (
        <ReportInstructions
          instructions={config?.exam.report}
          attemptId={attempt.id}
          exam={group.name}
          isCollapsible={facts.phase === 'ahead'}
        />
      )}
    </section>
  )
}

/** The contract's limit. */
const MAX_REASON_LENGTH = 2000

const ReportStatus = ({ facts, reason }: { facts: ReportFacts; reason: string | null }) => {
  const { t, i18n } = useTranslation('exam')
  const formatExamTime = useExamTime()
  const { phase, deadline, left, reviewDay } = facts
  const day = formatDay(reviewDay, i18n.language)
  if (phase === 'rejected') return <RejectedReport reason={reason} />
  if (phase === 'reviewOverdue')
    return (
      <Banner tone="warning" title={t('report.reviewOverdue.title')}>
        {t('report.reviewOverdue.text', { day })}
      </Banner>
    )
  if (phase === 'review')
    return (
      <p className="max-w-prose">
        <span>{t('report.review', { count: REVIEW_BUSINESS_DAYS })}</span>{' '}
        {reviewDay !== null && <strong>{t('report.reviewBy', { day })}</strong>}
      </p>
    )
  if (phase === 'overdue')
    return (
      <Banner tone="danger" title={t('report.overdue.title')}>
        {t('report.overdue.text', { time: formatExamTime(deadline) })}
      </Banner>
    )
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p>
        {phase === 'ahead' && <span>{`${t('report.ahead')} `}</span>}
        {deadline === null ? (
          <span>{t('report.noDeadline')}</span>
        ) : (
          <strong>{t('report.until', { time: formatExamTime(deadline) })}</strong>
        )}{' '}
        {phase === 'due' && left !== null && (
          <span className="tabular-nums text-warning-text">
            {t('report.left', { time: formatDuration(left, i18n.language) })}
          </span>
        )}
      </p>
      <p className="text-sm text-muted">
        {`${t('report.reviewed', { count: REVIEW_BUSINESS_DAYS })} ${reviewDay === null ? '' : t('report.reviewedBy', { day })}`}
      </p>
    </div>
  )
}

const RejectedReport = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('exam')
  return (
    <>
      <Banner tone="danger" title={t('report.rejected.title')}>
        {reason === null ? (
          t('report.rejected.noReason')
        ) : (
          <bdi className="block max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {reason.slice(0, MAX_REASON_LENGTH)}
          </bdi>
        )}
      </Banner>
      <p className="max-w-prose">{t('report.rejected.next')}</p>
    </>
  )
}

interface ReportInstructionsProps {
  /** From the configuration: the API has no endpoint for reports. */
  instructions: Config['exam']['report']
  attemptId: number
  exam: string
  /** Collapsed while there is still time. */
  isCollapsible: boolean
}

const ReportInstructions = ({ instructions, attemptId, exam, isCollapsible }: ReportInstructionsProps) => {
  const { t } = useTranslation('exam')
  const body = (
    <div className="flex max-w-prose flex-col gap-2">
      {instructions ? (
        <Instructions
          instructions={instructions}
          subject={t('report.how.subject', { id: attemptId, exam })}
        />
      ) : (
        <p>{t('report.how.unknown')}</p>
      )}
      <p className="text-sm text-muted">
        <span>{t('report.how.attempt', { id: attemptId })}</span>{' '}
        <Link to="/contacts">{t('report.how.contacts')}</Link>
      </p>
    </div>
  )
  if (isCollapsible)
    return (
      <details>
        <summary className="w-fit text-accent-text">{t('report.how.title')}</summary>
        <div className="pt-1">{body}</div>
      </details>
    )
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{t('report.how.title')}</p>
      {body}
    </div>
  )
}

const linkClass = 'flex items-center gap-2 [overflow-wrap:anywhere]'

interface InstructionsProps {
  instructions: NonNullable<Config['exam']['report']>
  /** Subject of the email. */
  subject: string
}

const Instructions = ({ instructions: { text, email, url }, subject }: InstructionsProps) => {
  const { t, i18n } = useTranslation('exam')
  const page = safeLink(url)
  return (
    <>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        <bdi>{localize(text, i18n.language)}</bdi>
      </p>
      {email && (
        <p className={linkClass}>
          <Mail className="size-4" />
          <a href={getReportMailto(email, subject)} className="min-w-0 py-1">
            <bdi translate="no">{email}</bdi>
          </a>
        </p>
      )}
      {page && (
        <p className={linkClass}>
          <ExternalLink className="size-4" />
          <a href={page} className="min-w-0 py-1" target="_blank" rel="noopener noreferrer">
            <span>{t('report.how.page')}</span> <span className="sr-only">{t('report.how.external')}</span>
          </a>
        </p>
      )}
    </>
  )
}

const MAX_SUBJECT_LENGTH = 120

/** The address is encoded, so it can't inject other headers. The subject is truncated. */
export const getReportMailto = (email: string, subject: string): string => {
  // Lone surrogates can't be encoded; control characters could end the header.
  const clean = subject.replace(/[\s\p{C}]+/gu, ' ')
  const short = [...clean].slice(0, MAX_SUBJECT_LENGTH).join('')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(short)}`
}
