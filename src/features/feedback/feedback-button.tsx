import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { Button } from '../../ui/button'
import { feedbackDialog } from './feedback-store'
import { FeedbackPanel } from './lazy-panel'

interface FeedbackButtonProps {
  /** Called when the dialog opens, to close the menu that holds the button. */
  onOpen?: () => void
}

/** Errors are shown by the dialog. */
const preload = () => {
  FeedbackPanel.preload().catch(() => {})
}

export const FeedbackButton = ({ onOpen }: FeedbackButtonProps) => {
  const { t } = useTranslation('common')
  const open = () => {
    if (!onOpen) return feedbackDialog.open()
    onOpen()
    // A closing menu returns focus to its trigger; the dialog must take focus after that.
    clock.after(0, feedbackDialog.open)
  }
  return (
    <Button
      variant="quiet"
      icon={<MessageSquare aria-hidden className="size-5" />}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {/* Icon only where the header is too narrow for the label. */}
      <span className="md:max-lg:sr-only">{t('nav.feedback')}</span>
    </Button>
  )
}
