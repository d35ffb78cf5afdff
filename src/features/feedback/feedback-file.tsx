import { FileText, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_EXTENSIONS } from '../../lib/feedback-rules'
import { formatSize } from '../../lib/format'
import { FieldError } from '../../ui/field'
import { FileInput } from '../../ui/file-input'
import { IconButton } from '../../ui/icon-button'

interface FeedbackFileProps {
  file: File | null
  error: string | null
  disabledReason: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** One optional file. Only its name and size are shown, never its content. */
export const FeedbackFile = ({ file, error, disabledReason, onChoose, onRemove }: FeedbackFileProps) => {
  const { t } = useTranslation('feedback')
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const remove = () => {
    onRemove()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame of its own for one button.
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col items-start gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {t('file.label')}
      </span>
      {file && <ChosenFile file={file} disabledReason={disabledReason} onRemove={remove} />}
      <FileInput
        ref={button}
        label={t(file ? 'file.replace' : 'file.choose')}
        accept={FILE_EXTENSIONS.join(',')}
        onChoose={onChoose}
        disabledReason={disabledReason}
        describedBy={[error !== null && `${id}-error`, `${id}-hint`]}
      />
      {/* The live region must exist before its text. */}
      <div role="alert">{error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t('file.hint')}
      </p>
    </div>
  )
}

interface ChosenFileProps {
  file: File
  disabledReason: string | undefined
  onRemove: () => void
}

/** Truncates the start of the name: the extension stays visible. */
const ChosenFile = ({ file, disabledReason, onRemove }: ChosenFileProps) => {
  const { t, i18n } = useTranslation('feedback')
  const dot = file.name.lastIndexOf('.')
  return (
    <div className="flex w-full min-w-0 items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3 text-sm">
      <FileText className="size-4 shrink-0 text-muted" aria-hidden />
      <bdi className="flex min-w-0">
        <span className="truncate whitespace-pre">{file.name.slice(0, dot)}</span>
        <span className="shrink-0">{file.name.slice(dot)}</span>
      </bdi>
      <span className="shrink-0 grow text-xs text-muted tabular-nums">
        {formatSize(file.size, i18n.language)}
      </span>
      <IconButton
        label={t('file.remove')}
        icon={<X className="size-4" aria-hidden />}
        size="sm"
        disabledReason={disabledReason}
        onClick={onRemove}
      />
    </div>
  )
}
