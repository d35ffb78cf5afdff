import { FileText, Send, X } from 'lucide-react'
import { type KeyboardEventHandler, type Ref, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadProgress } from '../../api/upload'
import { formatNumber, formatSize } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { MAX_MESSAGE_LENGTH } from '../../lib/safe-text'
import { submitModifier } from '../../lib/shortcuts'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Field, FieldError } from '../../ui/field'
import { FileInput } from '../../ui/file-input'
import { IconButton } from '../../ui/icon-button'
import { Kbd } from '../../ui/kbd'
import { Progress } from '../../ui/progress'
import { Textarea } from '../../ui/textarea'
import { COUNTER_FROM_LENGTH, FILE_EXTENSIONS, getMessageLength } from './model'
import type { SendState } from './use-feedback-sending'

interface FeedbackMessageFieldProps {
  initialText: string
  text: string
  error: string | null
  isReadOnly: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
  ref: Ref<HTMLTextAreaElement>
}

/** Text over the limit can be typed and is reported, never cut; the counter appears from 1400. */
export const FeedbackMessageField = (props: FeedbackMessageFieldProps) => {
  const { initialText, text, error, isReadOnly, onType, onKeyDown, ref } = props
  const { t, i18n } = useTranslation('feedback')
  const length = getMessageLength(text)
  const isNear = length >= COUNTER_FROM_LENGTH
  const excess = Math.max(0, length - MAX_MESSAGE_LENGTH)
  const tooLong = excess > 0 ? t('message.long', { count: excess }) : null
  const zone = excess > 0 ? 'over' : isNear ? 'near' : 'free'
  // Announced when the zone changes only, not on every key.
  useAnnounceChange(
    zone,
    tooLong ?? (isNear ? t('message.near', { count: MAX_MESSAGE_LENGTH - length }) : ''),
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Field
      label={t('message.label')}
      isRequired
      error={tooLong ?? error}
      labelEnd={
        isNear && (
          <span className="tabular-nums">
            {t('message.counter', { length: number(length), limit: number(MAX_MESSAGE_LENGTH) })}
          </span>
        )
      }
      hint={
        <span className="pointer-coarse:hidden">
          <Kbd>{`${submitModifier()}+Enter`}</Kbd> <span>{t('message.keys')}</span>
        </span>
      }
    >
      <Textarea
        ref={ref}
        name="text"
        minRows={5}
        defaultValue={initialText}
        readOnly={isReadOnly}
        onInput={event => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}

interface FeedbackFileProps {
  file: File | null
  /** It was chosen before the page was reloaded. */
  isLost: boolean
  error: string | null
  disabledReason: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** One optional file. Only its name and size are shown, never its content. */
export const FeedbackFile = ({
  file,
  isLost,
  error,
  disabledReason,
  onChoose,
  onRemove,
}: FeedbackFileProps) => {
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
      {isLost && <p className="text-sm">{t('file.lost')}</p>}
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
        <span>{t('file.hint')}</span> <span className="pointer-coarse:hidden">{t('file.hintDrop')}</span>
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
      <FileText className="size-4 shrink-0 text-muted" />
      <bdi className="flex min-w-0">
        <span className="truncate whitespace-pre">{file.name.slice(0, dot)}</span>
        <span className="shrink-0">{file.name.slice(dot)}</span>
      </bdi>
      <span className="shrink-0 grow text-xs text-muted tabular-nums">
        {formatSize(file.size, i18n.language)}
      </span>
      <IconButton
        label={t('file.remove')}
        icon={<X />}
        size="sm"
        disabledReason={disabledReason}
        onClick={onRemove}
      />
    </div>
  )
}

interface FeedbackActionsProps {
  state: SendState
  onStop: () => void
  hasFile: boolean
  disabledReason: string | undefined
  /** How the last attempt ended, when the user stopped it. */
  notice: string | null
  ref: Ref<HTMLButtonElement>
}

/** Upload progress, and the buttons that send and stop. */
export const FeedbackActions = (props: FeedbackActionsProps) => {
  const { state, onStop, hasFile, disabledReason, notice, ref } = props
  const { t } = useTranslation('feedback')
  const isSending = state.kind === 'sending'
  return (
    <div className="flex flex-col gap-3">
      {notice && (
        <Banner tone="info" role="status">
          {notice}
        </Banner>
      )}
      {isSending && hasFile && <FeedbackProgress progress={state.progress} />}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        {disabledReason && !isSending && (
          <span aria-hidden className="min-w-0 text-xs text-muted">
            {disabledReason}
          </span>
        )}
        {isSending && (
          <Button variant="quiet" onClick={onStop}>
            {t('stop')}
          </Button>
        )}
        <Button
          ref={ref}
          type="submit"
          variant="primary"
          icon={<Send />}
          isPending={isSending}
          disabledReason={isSending ? undefined : disabledReason}
          reasonPlacement="hidden"
        >
          {t('send')}
        </Button>
      </div>
    </div>
  )
}

/** Upload progress; indeterminate once everything is sent and the response is pending. */
const FeedbackProgress = ({ progress }: { progress: UploadProgress | null }) => {
  const { t, i18n } = useTranslation('feedback')
  const { loaded, total } = progress ?? { loaded: 0, total: 0 }
  const isFullyUploaded = total > 0 && loaded >= total
  const size = (bytes: number) => formatSize(bytes, i18n.language)
  return (
    <Progress
      value={loaded === 0 || isFullyUploaded ? null : loaded}
      max={total}
      label={t(isFullyUploaded ? 'progress.waiting' : 'progress.label')}
      {...(total > 0 && { valueText: t('progress.value', { loaded: size(loaded), total: size(total) }) })}
    />
  )
}
