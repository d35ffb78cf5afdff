import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { markFlag } from '../../lib/flag-marks'
import type { FlagRow } from '../../lib/flag-preflight'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import type { Choice } from './use-flag-submission'

interface FlagConfirmationProps {
  ref: Ref<HTMLDivElement>
  rows: readonly FlagRow[]
  /** A countdown is shown by the form. */
  block: { description: string; countdown: string | null } | null
  onConfirm: (choice: Choice) => void
  onBack: () => void
}

/**
 * Asks before sending suspicious flags. Takes the focus, so that a second Enter sends nothing and screen
 * readers read the content.
 */
export const FlagConfirmation = ({ ref, rows, block, onConfirm, onBack }: FlagConfirmationProps) => {
  const { t } = useTranslation('task')
  const id = useId()
  const suspicious = rows.filter(({ issues }) => issues.length > 0)
  const canFix =
    rows.some(({ typed, suggested }) => suggested !== typed) && rows.some(({ suggested }) => suggested !== '')
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onBack()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be focused and described.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-rows`}
      onKeyDown={closeOnEscape}
      className="flex flex-col gap-3 rounded-control border border-warning-text/25 bg-warning-soft p-4 text-sm"
    >
      <p id={`${id}-title`} className="flex gap-2 font-semibold text-warning-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('preflight.title')}
      </p>
      <ul id={`${id}-rows`} className="flex flex-col gap-3">
        {suspicious.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
          <SuspiciousRow key={at} row={row} />
        ))}
      </ul>
      {suspicious.length < rows.length && <p className="text-muted">{t('preflight.others')}</p>}
      <div className="flex flex-col gap-2">
        {canFix && (
          <Button
            variant="primary"
            isBlock
            disabledReason={block?.description}
            reasonPlacement="hidden"
            onClick={() => onConfirm('suggested')}
          >
            {t('preflight.fix')}
          </Button>
        )}
        <Button
          isBlock
          disabledReason={block?.description}
          reasonPlacement={block?.countdown ? 'hidden' : 'below'}
          onClick={() => onConfirm('typed')}
        >
          {t('preflight.asIs')}
        </Button>
        <Button variant="quiet" isBlock onClick={onBack}>
          {t('preflight.back')}
        </Button>
      </div>
    </div>
  )
}

const SuspiciousRow = ({ row: { typed, suggested, issues } }: { row: FlagRow }) => {
  const { t } = useTranslation('task')
  return (
    <li className="flex flex-col gap-1.5 rounded-control bg-surface p-3">
      <p>
        <span className="text-muted">{t('preflight.typed')}</span> <FlagText text={typed} />
      </p>
      <ul className="flex list-disc flex-col gap-0.5 pl-4">
        {issues.map(issue => (
          <li key={issue}>{t(`preflight.${issue}`)}</li>
        ))}
      </ul>
      {suggested !== typed && (
        <p>
          <span className="text-muted">{t('preflight.meant')}</span>{' '}
          {suggested === '' ? t('preflight.nothing') : <FlagText text={suggested} />}
        </p>
      )}
    </li>
  )
}

const markClasses = {
  plain: '',
  hidden: 'mx-px rounded-chip border border-control bg-sunken px-0.5 text-xs text-muted',
  strange: 'rounded-chip bg-warning-soft text-warning-text underline decoration-dotted underline-offset-4',
}

/** Shows invisible characters as code points and highlights look-alike letters. */
const FlagText = ({ text }: { text: string }) => (
  <bdi className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
    {markFlag(text).map(({ kind, text: piece }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
      <span key={at} className={cx(markClasses[kind])}>
        {piece}
      </span>
    ))}
  </bdi>
)
