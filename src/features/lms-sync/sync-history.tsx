import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatDateTime, formatNumber } from '../../lib/format'
import type { UploadReport } from '../../queries/lms-report'
import type { LmsSync } from '../../queries/lms-sync'
import type { Group } from '../../queries/responses'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { ErrorBoundary } from '../../ui/error-boundary'
import { textTone, toneIcon } from '../../ui/tone'
import { ErrorLines } from './error-lines'
import { getSyncMessage } from './sync-message'

interface SyncHistoryProps {
  history: readonly LmsSync[]
  group: Group
  code: string
}

/** Every sync of this visit, newest first; the newest is announced. */
export const SyncHistory = ({ history, group, code }: SyncHistoryProps) => {
  const { t } = useTranslation('lms')
  const newest = history[0]
  const announcedId = useRef(newest?.id)
  useEffect(() => {
    if (announcedId.current === newest?.id) return
    announcedId.current = newest?.id
    if (newest) announce(getSyncMessage(newest, code).title)
  }, [newest, code])
  return (
    <section aria-labelledby="lms-results" className="flex flex-col gap-3">
      <h2 id="lms-results" className="text-base font-semibold">
        {t('history')}
      </h2>
      {history.length === 0 ? (
        <p className="max-w-prose text-sm text-muted">{t('history.empty')}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {history.map(exchange => (
            <li key={exchange.id}>
              <ErrorBoundary fallback={() => <Banner tone="danger">{t('broken')}</Banner>}>
                <SyncCard exchange={exchange} group={group} code={code} />
              </ErrorBoundary>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface SyncCardProps {
  exchange: LmsSync
  group: Group
  code: string
}

const SyncCard = ({ exchange, group, code }: SyncCardProps) => {
  const { i18n } = useTranslation('lms')
  const { title, lines, tone } = getSyncMessage(exchange, code)
  const { at, outcome } = exchange
  const Icon = toneIcon[tone]
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className={`flex items-baseline gap-2 font-semibold ${textTone[tone]}`}>
          <Icon className="size-4 shrink-0 self-center" aria-hidden />
          {title}
        </h3>
        <time dateTime={new Date(at).toISOString()} className="text-xs tabular-nums text-muted">
          {formatDateTime(at, i18n.language)}
        </time>
      </div>
      {lines.map(line => (
        <p key={line} className="max-w-prose text-sm [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
      {outcome.kind === 'uploaded' && <UploadSummary report={outcome.report} at={at} group={group} />}
    </Card>
  )
}

interface UploadSummaryProps {
  report: UploadReport
  at: number
  group: Group
}

/** Counts of sent, resent and failed solutions, with the reasons. */
const UploadSummary = ({ report, at, group }: UploadSummaryProps) => {
  const { t, i18n } = useTranslation('lms')
  const { sent, resent, failed, errors, message } = report
  const counts = [
    { label: t('count.sent'), value: sent },
    { label: t('count.resent'), value: resent },
    { label: t('count.failed'), value: failed },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
  const hasCounts = counts.some(({ value }) => value > 0)
  return (
    <>
      {hasCounts && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          {counts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums">{formatNumber(value, i18n.language)}</dd>
            </div>
          ))}
        </dl>
      )}
      {message !== '' && (
        <p className="max-w-prose text-sm text-muted [overflow-wrap:anywhere]">
          {t('message')} <bdi>{message}</bdi>
        </p>
      )}
      {(errors.length > 0 || (failed ?? 0) > 0) && (
        <ErrorLines errors={errors} failed={failed} at={at} group={group} />
      )}
    </>
  )
}
