import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface UploadDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onConfirm: () => void
  /** Why nothing can be sent now. */
  blocked: string | undefined
  groupName: string
  code: string
}

/** Asks before grades in another system change (ux §2, confirm): what is sent, where to, and that it stays. */
export const UploadDialog = ({ groupName, code, blocked, ...dialog }: UploadDialogProps) => {
  const { t } = useTranslation('lms')
  return (
    <ConfirmDialog
      {...dialog}
      tone="primary"
      title={t('confirm.title')}
      description={
        <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
          <p>{t('confirm.what', { name: groupName, code })}</p>
          <p className="font-medium text-text">{t('confirm.effect')}</p>
        </div>
      }
      confirmLabel={t('confirm.yes')}
      cancelLabel={t('confirm.no')}
      confirmDisabledReason={blocked}
    />
  )
}
