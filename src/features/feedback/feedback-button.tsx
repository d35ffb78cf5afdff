import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { Button } from '../../ui/button'
import { feedbackDialog } from './feedback-store'
import { FeedbackPanel } from './lazy-panel'

interface FeedbackButtonProps {
  /** The dialog opens: whatever plane the button stands on should go. */
  onOpen?: () => void
}

/** By hovering or focusing, the reader says what comes next; a failure is for the dialog to show. */
const preload = () => {
  FeedbackPanel.preload().catch(() => {})
}

/** Opens the feedback dialog (specification §2, header). */
export const FeedbackButton = ({ onOpen }: FeedbackButtonProps) => {
  const { t } = useTranslation('common')
  const open = () => {
    if (!onOpen) return feedbackDialog.open()
    onOpen()
    // A menu that closes gives focus back to its own button: first that, then the dialog takes it.
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
      {/* Between the narrow header, where it stands in the menu, and the wide one there is room for the picture alone. */}
      <span className="md:max-lg:sr-only">{t('nav.feedback')}</span>
    </Button>
  )
}
