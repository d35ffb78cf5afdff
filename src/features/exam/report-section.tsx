import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, ExternalLink, FileText, Mail } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import type { Config } from '../../api/config'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { localize } from '../../i18n/localize'
import { formatDay } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { safeLink } from '../../lib/safe-url'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { useExamTime } from './attempt-details'
import { getBusinessCalendar, getReportFacts, REVIEW_BUSINESS_DAYS, type ReportFacts } from './exam-dates'
import { Fold } from './fold'

interface ReportSectionProps {
  group: Pick<Group, 'name' | 'exam'>
  attempt: AttemptView
  /** Server time in milliseconds, updated every minute. */
  now: number
}

const useReportFacts = ({ attempt, now }: ReportSectionProps): ReportFacts | null => {
  const { data: config } = useQuery(configQuery())
  return getReportFacts(attempt, now, getBusinessCalendar(config))
}

export interface ReportWay {
  kind: 'email' | 'page'
  href: string
}

/** Subject of the email. Examiners look for the username and the attempt. */
const useReportSubject = (id: number, exam: string): string => {
  const { t } = useTranslation('exam')
  const { user } = useSession()
  return [user?.username, t('report.how.subject', { id, exam })].filter(Boolean).join(' · ')
}

/** Where a due report goes; `ask` if nothing says so, null while none is due or the configuration is not there yet. */
export const useReportWay = (
  group: ReportSectionProps['group'],
  attempt: AttemptView,
): ReportWay | 'ask' | null => {
  const { data: config, isPending } = useQuery(configQuery())
  const subject = useReportSubject(attempt.id, group.name)
  if (!attempt.rule.actions.includes('sendReport') || attempt.isReportOverdue || isPending) return null
  const { email, url } = config?.exam.report ?? {}
  const page = safeLink(url)
  if (email) return { kind: 'email', href: getReportMailto(email, subject) }
  return page ? { kind: 'page', href: page } : 'ask'
}

/** The primary action while a report is due. */
export const ReportLink = ({ way: { kind, href } }: { way: ReportWay }) => {
  const { t } = useTranslation('exam')
  const className = cx(buttonClass({ variant: 'primary', size: 'lg' }), 'max-sm:grow')
  if (kind === 'email')
    return (
      <a href={href} className={className}>
        <Mail />
        <span>{t('report.send')}</span>
      </a>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      <span>{t('report.openPage')}</span>
      <ExternalLink />
      <span className="sr-only">{t('report.how.external')}</span>
    </a>
  )
}

const titles = {
  ahead: 'report.title',
  due: 'report.how.where',
  overdue: 'report.title',
  review: 'report.reviewTitle',
  reviewOverdue: 'report.reviewTitle',
  rejected: 'report.rejected.title',
} as const

/** What is being reviewed, and since when. */
const SentReport = ({ attempt }: { attempt: AttemptView }) => {
  const { t } = useTranslation('exam')
  const formatExamTime = useExamTime()
  return (
    <dl className={rowsClass}>
      {attempt.reportSentAt !== null && (
        <Row label={t('report.sent')}>
          {t('report.sentAt', { time: formatExamTime(attempt.reportSentAt) })}
        </Row>
      )}
      {attempt.reportSentAt === null && attempt.endsAt !== null && (
        <Row label={t('facts.ends')}>{formatExamTime(attempt.endsAt)}</Row>
      )}
      <AttemptRow id={attempt.id} />
    </dl>
  )
}

/** Submission instructions and review date of the report, once the exam is over. The headline has the deadline. */
export const ReportSection = (props: ReportSectionProps) => {
  const { group, attempt } = props
  const { t } = useTranslation('exam')
  const id = useId()
  const { data: config, isPending } = useQuery(configQuery())
  const facts = useReportFacts(props)
  const isOverdue = facts?.phase === 'overdue'
  useAnnounceChange(String(isOverdue), isOverdue ? t('headline.overdue') : '')
  if (!facts || facts.phase === 'ahead') return null
  const isReviewed = facts.phase === 'review' || facts.phase === 'reviewOverdue'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 p-4 sm:p-6">
      <SectionTitle level={3} id={id}>
        {t(titles[facts.phase])}
      </SectionTitle>
      {isReviewed && <SentReport attempt={attempt} />}
      {(facts.phase === 'due' || isOverdue) && !isPending && (
        <ReportInstructions instructions={config?.exam.report} attemptId={attempt.id} exam={group.name} />
      )}
      <ReportStatus facts={facts} reason={attempt.reason} />
    </section>
  )
}

/** What there is to know of the report while the exam runs. */
export const ReportAhead = (props: ReportSectionProps) => {
  const { group, attempt } = props
  const { t } = useTranslation('exam')
  const { data: config, isPending } = useQuery(configQuery())
  const facts = useReportFacts(props)
  const formatExamTime = useExamTime()
  // A missing rule means that a report is required.
  if (facts?.phase !== 'ahead' || group.exam?.report_required === false) return null
  const { deadline, reviewDay } = facts
  return (
    <Fold icon={<FileText />} title={t('report.how.title')}>
      <p>
        <span>{t('report.ahead')}</span>{' '}
        {deadline === null ? (
          <span>{t('report.noDeadline')}</span>
        ) : (
          <strong>{t('report.until', { time: formatExamTime(deadline) })}</strong>
        )}
      </p>
      <ReviewTime reviewDay={reviewDay} />
      {!isPending && (
        <ReportInstructions instructions={config?.exam.report} attemptId={attempt.id} exam={group.name} />
      )}
    </Fold>
  )
}

/** The contract's limit. */
const MAX_REASON_LENGTH = 2000

const ReportStatus = ({ facts, reason }: { facts: ReportFacts; reason: string | null }) => {
  const { t, i18n } = useTranslation('exam')
  const { phase, reviewDay } = facts
  const day = formatDay(reviewDay, i18n.language)
  if (phase === 'rejected') return <RejectedReport reason={reason} />
  if (phase === 'reviewOverdue')
    return (
      <Banner tone="warning" title={t('report.reviewOverdue.title')}>
        {t('report.reviewOverdue.text', { day })}
      </Banner>
    )
  // The headline has the rest.
  if (phase === 'overdue') return null
  // The day stands in the figures and the steps.
  return <p className="text-sm text-muted">{t('report.review', { count: REVIEW_BUSINESS_DAYS })}</p>
}

const ReviewTime = ({ reviewDay }: Pick<ReportFacts, 'reviewDay'>) => {
  const { t, i18n } = useTranslation('exam')
  return (
    <p className="text-sm text-muted">
      <span>{t('report.reviewed', { count: REVIEW_BUSINESS_DAYS })}</span>
      {reviewDay !== null && (
        <>
          {' '}
          <span>{t('report.reviewedBy', { day: formatDay(reviewDay, i18n.language) })}</span>
        </>
      )}
    </p>
  )
}

/** Each line of the reason is a remark. */
const RejectedReport = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('exam')
  const lines = (reason ?? '').slice(0, MAX_REASON_LENGTH).split('\n')
  const remarks = [...new Set(lines.map(line => line.trim()).filter(Boolean))]
  return (
    <>
      {remarks.length === 0 && <p>{t('report.rejected.noReason')}</p>}
      {remarks.length > 0 && (
        <ul className="flex max-w-prose flex-col gap-2">
          {remarks.map(remark => (
            <li key={remark} className="flex gap-3">
              <CircleAlert className="mt-1 size-4 shrink-0 text-danger-text" />
              <bdi className="min-w-0 wrap-anywhere">{remark}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-pretty text-muted">{t('report.rejected.next')}</p>
    </>
  )
}

interface ReportInstructionsProps {
  /** From the configuration: the API has no endpoint for reports. */
  instructions: Config['exam']['report']
  attemptId: number
  exam: string
}

const ReportInstructions = ({ instructions, attemptId, exam }: ReportInstructionsProps) => {
  const { t } = useTranslation('exam')
  const subject = useReportSubject(attemptId, exam)
  return (
    <div className="flex flex-col gap-3">
      {instructions ? (
        <Instructions instructions={instructions} attemptId={attemptId} subject={subject} />
      ) : (
        <>
          <p>{t('report.how.unknown')}</p>
          <dl className={rowsClass}>
            <AttemptRow id={attemptId} />
          </dl>
        </>
      )}
      <p className="text-sm text-muted">
        <span>{t('report.how.questions')}</span> <Link to="/contacts">{t('report.how.contacts')}</Link>
      </p>
    </div>
  )
}

interface InstructionsProps {
  instructions: NonNullable<Config['exam']['report']>
  attemptId: number
  /** Subject of the email. */
  subject: string
}

const Instructions = ({ instructions, attemptId, subject }: InstructionsProps) => {
  const { text, email, url } = instructions
  const { t, i18n } = useTranslation('exam')
  const page = safeLink(url)
  return (
    <>
      <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        <bdi>{localize(text, i18n.language)}</bdi>
      </p>
      <dl className={rowsClass}>
        {email && (
          <>
            <Row label={t('report.how.address')} text={email} copyLabel={t('report.how.copyAddress')}>
              <a href={getReportMailto(email, subject)} className="py-1">
                <bdi translate="no">{email}</bdi>
              </a>
            </Row>
            <Row label={t('report.how.subjectLabel')} text={subject} copyLabel={t('report.how.copySubject')}>
              <bdi>{subject}</bdi>
            </Row>
          </>
        )}
        <AttemptRow id={attemptId} />
      </dl>
      {page && (
        <p className="flex items-center gap-2 [overflow-wrap:anywhere]">
          <ExternalLink className="size-4" />
          <a href={page} className="min-w-0 py-1" target="_blank" rel="noopener noreferrer">
            <span>{t('report.how.page')}</span> <span className="sr-only">{t('report.how.external')}</span>
          </a>
        </p>
      )}
    </>
  )
}

const rowsClass = 'divide-y divide-line border-y border-line text-sm'

interface RowProps {
  label: string
  /** To copy. */
  text?: string
  copyLabel?: string
  children: ReactNode
}

const Row = ({ label, text, copyLabel, children }: RowProps) => {
  const { t } = useTranslation(['exam', 'common'])
  return (
    <div className="flex min-h-control items-center gap-3 py-1.5">
      <dt className="w-[4.5rem] shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2 font-medium wrap-anywhere">
        <span className="min-w-0">{children}</span>
        {text && copyLabel && (
          <CopyButton
            text={text}
            label={copyLabel}
            copiedLabel={t('copied', { ns: 'common' })}
            isIconOnly
            className="shrink-0"
          />
        )}
      </dd>
    </div>
  )
}

const AttemptRow = ({ id }: { id: number }) => {
  const { t } = useTranslation('exam')
  return (
    <Row label={t('report.how.attemptLabel')} text={String(id)} copyLabel={t('report.how.copyAttempt')}>
      {t('report.how.number', { id })}
    </Row>
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
