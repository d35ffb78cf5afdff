import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { formatDateTime, formatNumber } from '../../lib/format'
import { saveText } from '../../lib/save-file'
import type { Group } from '../../queries/answers'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { linesText } from './lines-text'

interface ErrorLinesProps {
  /** Plain text of the server. */
  errors: readonly string[]
  failed: number | null
  at: number
  group: Group
}

const fewLines = 5
/** From more than these on the list scrolls by itself. */
const manyLines = 20
/** Characters of a line on the page; what is copied or saved has all of them. */
const longestLine = 300

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}…` : line

/** Why solutions failed: the first lines, all on request, and the whole to copy or to save. */
export const ErrorLines = ({ errors, failed, at, group }: ErrorLinesProps) => {
  const { t, i18n } = useTranslation('lms')
  const title = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const [isWhole, setWhole] = useState(false)
  const isShort = failed !== null && errors.length < failed
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <h4 id={title} className="font-semibold">
        {t('errors.title')}
      </h4>
      {errors.length > 0 && <Lines errors={errors} isWhole={isWhole} title={title} />}
      {errors.length === 0 ? (
        <p>{t('errors.none')}</p>
      ) : (
        isShort && (
          <p className="text-muted">
            {t('errors.some', { named: number(errors.length), total: number(failed) })}
          </p>
        )
      )}
      {errors.length > fewLines && (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? t('errors.fewer', { count: fewLines })
            : t('errors.all', { total: number(errors.length) })}
        </Button>
      )}
      {errors.length > 0 && <TakeAway errors={errors} at={at} group={group} />}
    </div>
  )
}

interface LinesProps {
  errors: readonly string[]
  isWhole: boolean
  /** Id of the heading. */
  title: string
}

/** As high as they are; only many lines scroll, and what scrolls is reached by keys. */
const Lines = ({ errors, isWhole, title }: LinesProps) => {
  const shown = isWhole ? errors : errors.slice(0, fewLines)
  const list = (
    <ul
      aria-labelledby={title}
      className="flex w-full list-disc flex-col gap-1 pl-6 [overflow-wrap:anywhere]"
    >
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change, and may be equal.
        <li key={at}>
          <bdi>{shortened(line)}</bdi>
        </li>
      ))}
    </ul>
  )
  if (shown.length <= manyLines) return list
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keys.
      tabIndex={0}
      aria-labelledby={title}
      className="max-h-[24rem] w-full overflow-y-auto"
    >
      {list}
    </section>
  )
}

const TakeAway = ({ errors, at, group }: Omit<ErrorLinesProps, 'failed'>) => {
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
      saveText(session, linesText([...head, ...errors]), `flagship-lms-${group.id}.txt`)
      announce(t('errors.saved'))
    } catch {
      setFailure(t('errors.notSaved'))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyButton
        variant="secondary"
        text={linesText(errors)}
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
