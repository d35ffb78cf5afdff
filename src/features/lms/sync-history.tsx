import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
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
import { textTone, toneIcon } from '../../ui/tone'
import { getSyncMessage, type LmsSync, toSafeText, type UploadReport } from './model'

interface SyncHistoryProps {
  history: readonly LmsSync[]
  group: Group
  code: string
}

/** Every sync of this session, newest first; a new one is announced. */
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
          {history.map(sync => (
            <li key={sync.id}>
              <ErrorBoundary fallback={() => <Banner tone="danger">{t('broken')}</Banner>}>
                <SyncCard sync={sync} group={group} code={code} />
              </ErrorBoundary>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const SyncCard = ({ sync, group, code }: { sync: LmsSync; group: Group; code: string }) => {
  const { i18n } = useTranslation('lms')
  const { title, lines, tone } = getSyncMessage(sync, code)
  const { at, outcome } = sync
  const Icon = toneIcon[tone]
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className={`flex items-baseline gap-2 font-semibold ${textTone[tone]}`}>
          <Icon className="size-4 shrink-0 self-center" />
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

interface ReportProps {
  report: UploadReport
  at: number
  group: Group
}

/** Counts of sent, resent and failed solutions, with the reasons. */
const UploadSummary = (props: ReportProps) => {
  const { t, i18n } = useTranslation('lms')
  const { sent, resent, failed, errors, message } = props.report
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
      {(errors.length > 0 || (failed ?? 0) > 0) && <ErrorLines {...props} />}
    </>
  )
}

const PREVIEW_LINES = 5
const MAX_LINES_WITHOUT_SCROLL = 20
/** Per line on the page; copying and saving keep the whole line. */
const MAX_LINE_LENGTH = 300

/** Why solutions failed: the first lines, all on request, and copy and save buttons. */
const ErrorLines = (props: ReportProps) => {
  const { t, i18n } = useTranslation('lms')
  const { errors, failed } = props.report
  const headingId = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? errors : errors.slice(0, PREVIEW_LINES)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <h4 id={headingId} className="font-semibold">
        {t('errors.title')}
      </h4>
      {errors.length === 0 ? <p>{t('errors.none')}</p> : <Lines lines={shown} headingId={headingId} />}
      {errors.length > 0 && failed !== null && errors.length < failed && (
        <p className="text-muted">
          {t('errors.some', { named: number(errors.length), total: number(failed) })}
        </p>
      )}
      {errors.length > PREVIEW_LINES && (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? t('errors.fewer', { count: PREVIEW_LINES })
            : t('errors.all', { total: number(errors.length) })}
        </Button>
      )}
      {errors.length > 0 && <ExportErrors {...props} />}
    </div>
  )
}

/** Many lines scroll, in a focusable container. */
const Lines = ({ lines, headingId }: { lines: readonly string[]; headingId: string }) => {
  const list = (
    <ul
      aria-labelledby={headingId}
      className="flex w-full list-disc flex-col gap-1 pl-6 [overflow-wrap:anywhere]"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change, and may be equal.
        <li key={at}>
          <bdi>{line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line}</bdi>
        </li>
      ))}
    </ul>
  )
  if (lines.length <= MAX_LINES_WITHOUT_SCROLL) return list
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
      tabIndex={0}
      aria-labelledby={headingId}
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
