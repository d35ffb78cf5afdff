import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import type { UserKey } from '../../lib/user-key'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { FeedbackForm } from './feedback-form'
import type { FeedbackMemory } from './feedback-memory'
import { FeedbackSent } from './feedback-sent'
import { useFeedbackDraft } from './use-feedback-draft'
import { useFeedbackFile } from './use-feedback-file'
import { useFeedbackSending } from './use-feedback-sending'

interface FeedbackPanelProps {
  memory: FeedbackMemory
  userId: UserKey
  /** Asked before the dialog closes: true keeps it open. */
  keepsOpen: RefObject<(() => boolean) | null>
  onClose: () => void
}

/** The inside of the feedback dialog: the form, and in its place the thanks. */
export const FeedbackPanel = ({ memory, userId, keepsOpen, onClose }: FeedbackPanelProps) => {
  const { t } = useTranslation('feedback')
  const draft = useFeedbackDraft(userId, memory)
  const chosen = useFeedbackFile(memory)
  const [isAsking, setAsking] = useState(false)
  const sending = useFeedbackSending(memory.outcome, () => {
    draft.forget()
    memory.file = null
    announce(t('sent'))
  })
  const { kind } = sending.state
  const isSending = kind === 'sending'

  useEffect(() => {
    memory.outcome = null
  }, [memory])

  useEffect(() => {
    // Closing in the middle would lose what is on its way, so it is asked about (reliability U05).
    keepsOpen.current = () => {
      draft.flush()
      setAsking(isSending)
      return isSending
    }
    return () => {
      keepsOpen.current = null
    }
  }, [keepsOpen, draft, isSending])

  const giveUp = () => {
    setAsking(false)
    memory.outcome = sending.stop()
    onClose()
  }
  if (kind === 'sent') return <FeedbackSent onClose={onClose} />
  return (
    <>
      <FeedbackForm draft={draft} chosen={chosen} sending={sending} />
      <ConfirmDialog
        isOpen={isAsking && isSending}
        onOpenChange={setAsking}
        title={t('leave.title')}
        description={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        onConfirm={giveUp}
      />
    </>
  )
}
