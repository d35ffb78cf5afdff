import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface HideQuestionProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  isPending: boolean
  onConfirm: () => void
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before a link dies for good (specification §4, profile). */
export const HideQuestion = (props: HideQuestionProps) => {
  const { t } = useTranslation('sharing')
  return (
    <ConfirmDialog
      {...props}
      title={t('hide.title')}
      description={t('hide.text')}
      confirmLabel={t('hide.confirm')}
      cancelLabel={t('hide.cancel')}
    />
  )
}
