import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlagRow } from '../../lib/flag-preflight'
import { Button } from '../../ui/button'
import { FlagText } from './flag-text'
import type { Choice } from './panel-state'

interface FlagQuestionProps {
  ref: Ref<HTMLDivElement>
  rows: readonly FlagRow[]
  /** Why nothing can be sent now; one that counts down is shown by the form. */
  obstacle: { described: string; counted: string | null } | null
  onConfirm: (choice: Choice) => void
  onBack: () => void
}

/**
 * What looks wrong, line by line, and what can be sent (ux §3, pre-flight). It takes the focus itself, so an Enter that
 * was meant for the field does nothing here, and its name and content are what a screen reader says.
 */
export const FlagQuestion = ({ ref, rows, obstacle, onConfirm, onBack }: FlagQuestionProps) => {
  const { t } = useTranslation('task')
  const id = useId()
  const doubtful = rows.filter(({ troubles }) => troubles.length > 0)
  const canMend = rows.some(({ typed, meant }) => meant !== typed) && rows.some(({ meant }) => meant !== '')
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onBack()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no way to take the focus and speak its content.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-rows`}
      onKeyDown={leave}
      className="flex flex-col gap-3 rounded-control border border-warning-text/25 bg-warning-soft p-4 text-sm"
    >
      <p id={`${id}-title`} className="flex gap-2 font-semibold text-warning-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('preflight.title')}
      </p>
      <ul id={`${id}-rows`} className="flex flex-col gap-3">
        {doubtful.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one question never move.
          <DoubtfulRow key={at} row={row} />
        ))}
      </ul>
      {doubtful.length < rows.length && <p className="text-muted">{t('preflight.others')}</p>}
      <div className="flex flex-col gap-2">
        {canMend && (
          <Button
            variant="primary"
            isBlock
            disabledReason={obstacle?.described}
            reasonPlacement="hidden"
            onClick={() => onConfirm('meant')}
          >
            {t('preflight.fix')}
          </Button>
        )}
        <Button
          isBlock
          disabledReason={obstacle?.described}
          reasonPlacement={obstacle?.counted ? 'hidden' : 'below'}
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

const DoubtfulRow = ({ row: { typed, meant, troubles } }: { row: FlagRow }) => {
  const { t } = useTranslation('task')
  return (
    <li className="flex flex-col gap-1.5 rounded-control bg-surface p-3">
      <p>
        <span className="text-muted">{t('preflight.typed')}</span> <FlagText text={typed} />
      </p>
      <ul className="flex list-disc flex-col gap-0.5 pl-4">
        {troubles.map(trouble => (
          <li key={trouble}>{t(`preflight.${trouble}`)}</li>
        ))}
      </ul>
      {meant !== typed && (
        <p>
          <span className="text-muted">{t('preflight.meant')}</span>{' '}
          {meant === '' ? t('preflight.nothing') : <FlagText text={meant} />}
        </p>
      )}
    </li>
  )
}
