import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { formatDateTime } from '../../lib/format'
import { saveText } from '../../lib/save-file'
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
/** Characters of a line on the page; what is copied or saved has all of them. */
const longestLine = 300

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}…` : line

/** Why solutions failed: the first lines, all on request, and the whole to copy or to save. */
export const ErrorLines = ({ errors, failed, at, group }: ErrorLinesProps) => {
  const { t } = useTranslation('lms')
  const title = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? errors : errors.slice(0, fewLines)
  const isShort = failed !== null && errors.length < failed
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <h4 id={title} className="font-semibold">
        {t('errors.title')}
      </h4>
      {errors.length > 0 && (
        <ul
          aria-labelledby={title}
          {...(isWhole && errors.length > 20 && { tabIndex: 0 })}
          className="flex max-h-96 w-full list-disc flex-col gap-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]"
        >
          {shown.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change, and may be equal.
            <li key={at}>
              <bdi>{shortened(line)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {errors.length === 0 ? (
        <p>{t('errors.none')}</p>
      ) : (
        isShort && <p className="text-muted">{t('errors.some', { named: errors.length, total: failed })}</p>
      )}
      {errors.length > fewLines && (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('errors.fewer', { count: fewLines }) : t('errors.all', { total: errors.length })}
        </Button>
      )}
      {errors.length > 0 && <TakeAway errors={errors} at={at} group={group} />}
    </div>
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
