import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { formatDateTime, formatNumber } from '../../lib/format'
import { saveText } from '../../lib/save-file'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { type Tone, textTone, toneIcon } from '../../ui/tone'
import {
  type ErrorReason,
  getSyncMessage,
  groupReasons,
  isLmsOff,
  type LmsSync,
  toSafeText,
  type UploadReport,
} from './model'

interface SyncHistoryProps {
  history: readonly LmsSync[]
  group: Group
  code: string
}

/** Every sync of this session, newest first. */
export const SyncHistory = ({ history, group, code }: SyncHistoryProps) => {
  const { t } = useTranslation('lms')
  if (history.length === 0) return null
  return (
    <section aria-labelledby="lms-results" className="flex flex-col gap-3">
      <h2 id="lms-results" className="text-lg">
        {t('history')}
      </h2>
      <Card padding="none">
        <ol className="divide-y divide-line">
          {history.map((sync, at) => (
            <li key={sync.id} className="px-4 py-3 sm:px-6">
              <ErrorBoundary fallback={() => <Banner tone="danger">{t('broken')}</Banner>}>
                <SyncEntry
                  sync={sync}
                  // An earlier result may be settled by the latest.
                  isLatest={sync === history.find(({ direction }) => direction === sync.direction)}
                  isRepeated={isLmsOff(sync) && history.slice(0, at).some(isLmsOff)}
                  group={group}
                  code={code}
                />
              </ErrorBoundary>
            </li>
          ))}
        </ol>
      </Card>
      <p className="max-w-prose text-sm text-muted">{t('history.kept')}</p>
    </section>
  )
}

interface SyncEntryProps {
  sync: LmsSync
  isLatest: boolean
  /** A later result says the same. */
  isRepeated: boolean
  group: Group
  code: string
}

const SyncEntry = ({ sync, isLatest, isRepeated, group, code }: SyncEntryProps) => {
  const { t, i18n } = useTranslation('lms')
  const { title, lines, tone, details } = getSyncMessage(sync, code)
  const { at, direction, outcome } = sync
  const report = outcome.kind === 'uploaded' ? outcome.report : null
  const hasFailed = report !== null && (report.errors.length > 0 || (report.failed ?? 0) > 0)
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">
          <ToneText tone={isRepeated ? 'neutral' : tone}>{title}</ToneText>
        </h3>
        <span className="text-xs text-muted">
          <span>{`${t(`${direction}.title`)} ·`}</span>{' '}
          <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, i18n.language)}</time>
        </span>
      </div>
      {!isRepeated &&
        (isLatest || outcome.kind !== 'uploaded') &&
        lines.map(line => (
          <p key={line} className="max-w-prose [overflow-wrap:anywhere]">
            {line}
          </p>
        ))}
      {report && <UploadCounts report={report} />}
      {hasFailed && isLatest && <ErrorLines {...{ report, at, group }} />}
      {hasFailed && !isLatest && <CauseLine errors={report.errors} />}
      <SyncDetails lines={isRepeated ? [] : details}>
        {hasFailed && !isLatest && <ErrorLines {...{ report, at, group }} />}
      </SyncDetails>
    </div>
  )
}

/** Folded: what the server said, as it said it. */
export const SyncDetails = ({ lines, children }: { lines: readonly string[]; children?: ReactNode }) => {
  const { t } = useTranslation('lms')
  if (lines.length === 0 && !children) return null
  return (
    <details>
      <summary className="text-muted">{t('details')}</summary>
      {children}
      {lines.map(line => (
        <p key={line} className="max-w-prose [overflow-wrap:anywhere]">
          <bdi>{line}</bdi>
        </p>
      ))}
    </details>
  )
}

/** A result with its icon: never color alone. */
const ToneText = ({ tone, children }: { tone: Tone; children: string }) => {
  const Icon = toneIcon[tone]
  return (
    <span className={`flex gap-2 ${textTone[tone]}`}>
      <Icon className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  )
}

interface ReportProps {
  report: UploadReport
  at: number
  group: Group
}

/** Counts of sent, resent and failed solutions. */
const UploadCounts = ({ report: { status, sent, resent, failed } }: { report: UploadReport }) => {
  const { t, i18n } = useTranslation('lms')
  const counts = [
    [t('count.sent'), sent],
    [t('count.resent'), resent],
    // The title says it when nothing was sent.
    [t('count.failed'), status === 'none' ? null : failed],
  ] as const
  const known = counts.filter(([, value]) => value !== null && value > 0)
  if (known.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1">
      {known.map(([label, value]) => (
        <div key={label} className="flex gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">{formatNumber(value ?? 0, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}

const MAX_LINES_WITHOUT_SCROLL = 20
const MAX_CAUSES = 3
/** Per line on the page; copying and saving keep the whole line. */
const MAX_LINE_LENGTH = 300

/** The most frequent causes of an earlier upload, in one line. */
const CauseLine = ({ errors }: Pick<UploadReport, 'errors'>) => {
  const { t } = useTranslation('lms')
  const causes = groupReasons(errors).map(({ cause }) => limit(cause))
  const rest = causes.length > MAX_CAUSES ? '…' : ''
  return (
    <p className="max-w-prose [overflow-wrap:anywhere]">
      <bdi>{causes.slice(0, MAX_CAUSES).join('; ') + rest || t('errors.none')}</bdi>
    </p>
  )
}

/** Why solutions failed, with copy and save buttons. */
const ErrorLines = (props: ReportProps) => {
  const { t, i18n } = useTranslation('lms')
  const { errors, failed } = props.report
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {errors.length === 0 ? <p>{t('errors.none')}</p> : <Reasons reasons={groupReasons(errors)} />}
      {errors.length > 0 && failed !== null && errors.length < failed && (
        <p className="text-muted">
          {t('errors.some', { named: number(errors.length), total: number(failed) })}
        </p>
      )}
      {errors.length > 0 && <ExportErrors {...props} />}
    </div>
  )
}

const limit = (text: string): string =>
  text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text

/** Each reason with the solutions it concerns. Many scroll, in a focusable container. */
const Reasons = ({ reasons }: { reasons: readonly ErrorReason[] }) => {
  const { t, i18n } = useTranslation('lms')
  const list = (
    <ul
      aria-label={t('errors.title')}
      className="flex w-full list-disc flex-col gap-1 pl-6 [overflow-wrap:anywhere]"
    >
      {reasons.map(({ cause, count, concerned }) => (
        <li key={cause}>
          <bdi className="font-medium">{limit(cause)}</bdi>
          {count > 1 && <span>{` (${formatNumber(count, i18n.language)})`}</span>}
          {concerned.length > 0 && (
            <p className="text-muted">
              <bdi translate="no">{limit(concerned.join('; '))}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
  if (reasons.length <= MAX_LINES_WITHOUT_SCROLL) return list
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
      tabIndex={0}
      aria-label={t('errors.title')}
      className="max-h-[24rem] w-full overflow-y-auto"
    >
      {list}
    </section>
  )
}

const ExportErrors = ({ report: { errors }, at, group }: ReportProps) => {
  const { t, i18n } = useTranslation('lms')
  const { session } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const save = () => {
    setFailure(null)
    const head = [
      t('file.title'),
      t('file.group', { name: group.name }),
      t('file.time', { time: formatDateTime(at, i18n.language) }),
      '',
    ]
    try {
      saveText(session, toSafeText([...head, ...errors]), `flagship-lms-${group.id}.txt`)
      announce(t('errors.saved'))
    } catch {
      setFailure(t('errors.notSaved'))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyButton
        variant="secondary"
        text={toSafeText(errors)}
        label={t('errors.copy')}
        copiedLabel={t('errors.copied')}
        onResult={isCopied => setFailure(isCopied ? null : t('errors.notCopied'))}
      />
      <Button size="sm" icon={<Download />} onClick={save}>
        {t('errors.save')}
      </Button>
      {failure && (
        <span role="alert" className="text-danger-text">
          {failure}
        </span>
      )}
    </div>
  )
}
