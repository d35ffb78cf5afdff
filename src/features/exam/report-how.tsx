import { Link } from '@tanstack/react-router'
import { ExternalLink, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { configWords } from '../../i18n/config-words'
import { safeLink } from '../../lib/safe-url'
import { reportMail } from './report-mail'

interface ReportHowProps {
  /** From the configuration: no call of the specification takes a report. */
  way: Config['exam']['report']
  attemptId: number
  exam: string
  /** There is time until then: the way stands behind a disclosure. */
  isLater: boolean
}

/** How the report reaches its reviewers, or whom to ask. */
export const ReportHow = ({ way, attemptId, exam, isLater }: ReportHowProps) => {
  const { t } = useTranslation('exam')
  const body = (
    <div className="flex max-w-prose flex-col gap-2">
      {way ? <Way way={way} attemptId={attemptId} exam={exam} /> : <p>{t('report.how.unknown')}</p>}
      <p className="text-sm text-muted">
        {t('report.how.attempt', { id: attemptId })} <Link to="/contacts">{t('report.how.contacts')}</Link>
      </p>
    </div>
  )
  if (isLater)
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

const Way = ({
  way,
  attemptId,
  exam,
}: Omit<ReportHowProps, 'way' | 'isLater'> & { way: NonNullable<ReportHowProps['way']> }) => {
  const { t, i18n } = useTranslation('exam')
  const url = safeLink(way.url)
  const mail = way.email && reportMail(way.email, t('report.how.subject', { id: attemptId, exam }))
  return (
    <>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        <bdi>{configWords(way.text, i18n.language)}</bdi>
      </p>
      {mail && way.email && (
        <WayLink icon={<Mail className="size-4" aria-hidden />} href={mail}>
          <bdi>{way.email}</bdi>
        </WayLink>
      )}
      {url && (
        <WayLink icon={<ExternalLink className="size-4" aria-hidden />} href={url} isExternal>
          {t('report.how.page')} <span className="sr-only">{t('report.how.external')}</span>
        </WayLink>
      )}
    </>
  )
}

const WayLink = (props: { icon: ReactNode; href: string; isExternal?: boolean; children: ReactNode }) => (
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
