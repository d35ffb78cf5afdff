import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Mail } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { localize } from '../../i18n/localize'
import { formatDay, formatDeadline, formatDuration } from '../../lib/format'
import { safeLink } from '../../lib/safe-url'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { useServerSecond } from '../../lib/use-server-second'
import { configQuery } from '../../queries/config'
import type { AttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import { Banner } from '../../ui/banner'
import { SectionTitle } from '../../ui/page-title'
import { getBusinessCalendar, getReportFacts, REVIEW_BUSINESS_DAYS, type ReportFacts } from './report-facts'
import { getReportMailto } from './report-mailto'

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
  const isOverdue = facts?.stage === 'overdue'
  useAnnounceChange(String(isOverdue), isOverdue ? t('report.overdue.said') : '')
  // A missing rule means that a report is required.
  if (!facts || (facts.stage === 'ahead' && group.exam?.report_required === false)) return null
  const isReviewed = facts.stage === 'review' || facts.stage === 'late'
  const isSending = facts.stage === 'ahead' || facts.stage === 'due' || facts.stage === 'overdue'
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
          isCollapsible={facts.stage === 'ahead'}
        />
      )}
    </section>
  )
}

/** The contract's limit. */
const MAX_REASON_LENGTH = 2000

interface ReportStatusProps {
  facts: ReportFacts
  reason: string | null
}

const ReportStatus = ({ facts, reason }: ReportStatusProps) => {
  const { t, i18n } = useTranslation('exam')
  const { stage, deadline, left, reviewDay } = facts
  const day = formatDay(reviewDay, i18n.language)
  if (stage === 'rejected') return <RejectedReport reason={reason} />
  if (stage === 'late')
    return (
      <Banner tone="warning" title={t('report.late.title')}>
        {t('report.late.text', { day })}
      </Banner>
    )
  if (stage === 'review')
    return (
      <p className="max-w-prose">
        {t('report.review', { count: REVIEW_BUSINESS_DAYS })}{' '}
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
        {t('report.reviewed', { count: REVIEW_BUSINESS_DAYS })}{' '}
        {reviewDay !== null && t('report.reviewedBy', { day })}
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
        <Instructions instructions={instructions} attemptId={attemptId} exam={exam} />
      ) : (
        <p>{t('report.how.unknown')}</p>
      )}
      <p className="text-sm text-muted">
        {t('report.how.attempt', { id: attemptId })} <Link to="/contacts">{t('report.how.contacts')}</Link>
      </p>
    </div>
  )
  if (isCollapsible)
    return (
      <details>
        <summary className="w-fit cursor-pointer py-1 text-accent-text pointer-coarse:py-3">
          {t('report.how.title')}
        </summary>
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

const Instructions = ({
  instructions,
  attemptId,
  exam,
}: Omit<ReportInstructionsProps, 'instructions' | 'isCollapsible'> & {
  instructions: NonNullable<ReportInstructionsProps['instructions']>
}) => {
  const { t, i18n } = useTranslation('exam')
  const url = safeLink(instructions.url)
  const mail =
    instructions.email &&
    getReportMailto(instructions.email, t('report.how.subject', { id: attemptId, exam }))
  return (
    <>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        <bdi>{localize(instructions.text, i18n.language)}</bdi>
      </p>
      {mail && instructions.email && (
        <InstructionsLink icon={<Mail className="size-4" aria-hidden />} href={mail}>
          <bdi>{instructions.email}</bdi>
        </InstructionsLink>
      )}
      {url && (
        <InstructionsLink icon={<ExternalLink className="size-4" aria-hidden />} href={url} isExternal>
          {t('report.how.page')} <span className="sr-only">{t('report.how.external')}</span>
        </InstructionsLink>
      )}
    </>
  )
}

const InstructionsLink = (props: {
  icon: ReactNode
  href: string
  isExternal?: boolean
  children: ReactNode
}) => (
  <p className="flex items-center gap-2 [overflow-wrap:anywhere]">
    {props.icon}
    <a
      href={props.href}
      className="min-w-0 py-1"
      {...(props.isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {props.children}
    </a>
  </p>
)
