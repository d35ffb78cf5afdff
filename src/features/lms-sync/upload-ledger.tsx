import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import type { Group } from '../../queries/answers'
import type { UploadReport } from '../../queries/lms-report'
import { ErrorLines } from './error-lines'

interface UploadLedgerProps {
  report: UploadReport
  at: number
  group: Group
}

/** What of an upload was sent, sent again and not sent, and why not (specification §3). */
export const UploadLedger = ({ report, at, group }: UploadLedgerProps) => {
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
