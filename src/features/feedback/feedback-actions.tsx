import { Send } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { FeedbackProgress } from './feedback-progress'
import type { Sending } from './use-feedback-sending'

interface FeedbackActionsProps {
  state: Sending
  onStop: () => void
  hasFile: boolean
  /** Why it cannot be sent now. */
  refusal: string | undefined
  /** How the last sending ended, when that was the person's own wish. */
  notice: string | null
  ref: Ref<HTMLButtonElement>
}

/** How the sending gets on, and the buttons that begin and stop it. */
export const FeedbackActions = (props: FeedbackActionsProps) => {
  const { state, onStop, hasFile, refusal, notice, ref } = props
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
        {refusal && !isSending && (
          <span aria-hidden className="min-w-0 text-xs text-muted">
            {refusal}
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
          disabledReason={isSending ? undefined : refusal}
          reasonPlacement="hidden"
        >
          {t('send')}
        </Button>
      </div>
    </div>
  )
}
