import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import type { UserKey } from '../../lib/user-key'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { FeedbackForm } from './feedback-form'
import type { FeedbackMemory } from './feedback-memory'
import { useFeedbackDraft } from './use-feedback-draft'
import { useFeedbackFile } from './use-feedback-file'
import { useFeedbackSending } from './use-feedback-sending'

interface FeedbackPanelProps {
  memory: FeedbackMemory
  userId: UserKey
  /** Called before the dialog closes; true keeps it open. */
  preventClose: RefObject<(() => boolean) | null>
  onClose: () => void
}

/** The content of the feedback dialog: the form, then the confirmation. */
export const FeedbackPanel = ({ memory, userId, preventClose, onClose }: FeedbackPanelProps) => {
  const { t } = useTranslation('feedback')
  const draft = useFeedbackDraft(userId, memory)
  const chosen = useFeedbackFile(memory)
  const [isConfirming, setConfirming] = useState(false)
  const sending = useFeedbackSending(memory.outcome, () => {
    draft.clear()
    memory.file = null
    announce(t('sent'))
  })
  const { kind } = sending.state
  const isSending = kind === 'sending'

  useEffect(() => {
    memory.outcome = null
  }, [memory])

  useEffect(() => {
    // Closing would cancel the upload, so confirm first (reliability U05).
    preventClose.current = () => {
      draft.flush()
      setConfirming(isSending)
      return isSending
    }
    return () => {
      preventClose.current = null
    }
  }, [preventClose, draft, isSending])

  const cancelAndClose = () => {
    setConfirming(false)
    memory.outcome = sending.stop()
    onClose()
  }
  if (kind === 'sent') return <FeedbackSent onClose={onClose} />
  return (
    <>
      <FeedbackForm draft={draft} chosen={chosen} sending={sending} />
      <ConfirmDialog
        isOpen={isConfirming && isSending}
        onOpenChange={setConfirming}
        title={t('leave.title')}
        description={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        onConfirm={cancelAndClose}
      />
    </>
  )
}

/**
 * The fixed confirmation, whatever the server answered. It was announced already, so it is no live region;
 * focus moves to the button.
 */
const FeedbackSent = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('feedback')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Banner tone="success">{t('sent')}</Banner>
      <Button ref={button} variant="primary" onClick={onClose} className="self-end">
        {t('done')}
      </Button>
    </>
  )
}
