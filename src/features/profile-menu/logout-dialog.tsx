import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { storage } from '../../lib/storage'
import { Banner } from '../../ui/banner'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface LogoutDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** What else is left behind: a running lab. */
  warning?: ReactNode
}

/** Asks before the session ends (specification §2, profile menu) and says what stays unfinished, in a line each. */
export const LogoutDialog = ({ isOpen, onOpenChange, warning }: LogoutDialogProps) => {
  const { t } = useTranslation('account')
  const { session, user } = useSession()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  // Public pages have no guard that leads to login; a failed call is only logged (specification §7).
  const logout = () => {
    setPending(true)
    void session.logout().finally(() => setPending(false))
    void navigate({ to: '/login', replace: true })
  }
  const hasDraft = isOpen && Boolean(storage.get('FeedBack')?.trim())
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('logout.title')}
      description={user?.no_password ? t('logout.textLms') : t('logout.text')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('logout.stay')}
      onConfirm={logout}
      isPending={isPending}
    >
      {hasDraft && <Banner tone="warning">{t('logout.draft')}</Banner>}
      {warning}
    </ConfirmDialog>
  )
}
