import { Send } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadProgress } from '../../api/upload'
import { formatSize } from '../../lib/format'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import type { SendState } from './use-feedback-sending'

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
          icon={<Send className="size-4" aria-hidden />}
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
