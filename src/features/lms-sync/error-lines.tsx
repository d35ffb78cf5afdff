import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { formatDateTime, formatNumber } from '../../lib/format'
import { saveText } from '../../lib/save-file'
import type { Group } from '../../queries/responses'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { toSafeText } from './lines-text'

interface ErrorLinesProps {
  errors: readonly string[]
  failed: number | null
  at: number
  group: Group
}

const PREVIEW_LINES = 5
const MAX_LINES_WITHOUT_SCROLL = 20
/** Per line on the page; copying and saving keep the whole line. */
const MAX_LINE_LENGTH = 300

const truncateLine = (line: string): string =>
  line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line

/** Why solutions failed: the first lines, all on request, and copy and save buttons. */
export const ErrorLines = ({ errors, failed, at, group }: ErrorLinesProps) => {
  const { t, i18n } = useTranslation('lms')
  const headingId = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const [showsAll, setShowsAll] = useState(false)
  const isIncomplete = failed !== null && errors.length < failed
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <h4 id={headingId} className="font-semibold">
        {t('errors.title')}
      </h4>
      {errors.length > 0 && <Lines errors={errors} showsAll={showsAll} headingId={headingId} />}
      {errors.length === 0 ? (
        <p>{t('errors.none')}</p>
      ) : (
        isIncomplete && (
          <p className="text-muted">
            {t('errors.some', { named: number(errors.length), total: number(failed) })}
          </p>
        )
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
      {errors.length > 0 && <ExportErrors errors={errors} at={at} group={group} />}
    </div>
  )
}

interface LinesProps {
  errors: readonly string[]
  showsAll: boolean
  headingId: string
}

/** Many lines scroll, in a focusable container. */
const Lines = ({ errors, showsAll, headingId }: LinesProps) => {
  const shown = showsAll ? errors : errors.slice(0, PREVIEW_LINES)
  const list = (
    <ul
      aria-labelledby={headingId}
      className="flex w-full list-disc flex-col gap-1 pl-6 [overflow-wrap:anywhere]"
    >
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change, and may be equal.
        <li key={at}>
          <bdi>{truncateLine(line)}</bdi>
        </li>
      ))}
    </ul>
  )
  if (shown.length <= MAX_LINES_WITHOUT_SCROLL) return list
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

const ExportErrors = ({ errors, at, group }: Omit<ErrorLinesProps, 'failed'>) => {
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
        onCopied={() => {
          setFailure(null)
          announce(t('errors.copied'))
        }}
        onFailed={() => setFailure(t('errors.notCopied'))}
      />
      <Button size="sm" icon={<Download className="size-4" aria-hidden />} onClick={save}>
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
