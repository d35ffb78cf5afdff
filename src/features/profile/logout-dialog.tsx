import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { storage } from '../../lib/storage'
import { userKey } from '../../lib/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/dialog'
import { menuRowClass } from '../../ui/menu-row'
import { hasUnsentFlags } from '../flags/public'
import { LabLogoutWarning } from '../lab/public'

interface LogoutDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Confirms the logout and lists what stays unfinished. */
export const LogoutDialog = ({ isOpen, onOpenChange }: LogoutDialogProps) => {
  const { t } = useTranslation('account')
  const { session, user } = useSession()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [removesNotes, setRemovesNotes] = useState(false)
  // Public pages have no guard that redirects; a failed logout is only logged.
  const logout = () => {
    setPending(true)
    if (removesNotes) storage.remove('flagship.taskMarks')
    void session.logout().finally(() => setPending(false))
    void navigate({ to: '/login', replace: true })
  }
  const hasNotes = isOpen && storage.get('flagship.taskMarks') !== null
  const hasDraft = isOpen && Boolean(storage.get('FeedBack')?.trim())
  const hasFlags = isOpen && user !== null && hasUnsentFlags(userKey(user))
  const kept = isOpen ? (['examLedger', 'payment'] as const).filter(has) : []
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
      {hasFlags && <Banner tone="warning">{t('logout.flags')}</Banner>}
      {hasDraft && <Banner tone="warning">{t('logout.draft')}</Banner>}
      {kept.map(what => (
        <p key={what} className="text-sm">
          {t(`logout.${what}`)}
        </p>
      ))}
      {hasNotes && (
        <Checkbox
          label={t('logout.removeNotes')}
          hint={t('logout.notes')}
          checked={removesNotes}
          onChange={event => setRemovesNotes(event.currentTarget.checked)}
        />
      )}
      <LabLogoutWarning />
    </ConfirmDialog>
  )
}

const has = (what: 'examLedger' | 'payment'): boolean => storage.get(`flagship.${what}`) !== null

/** The last part of the profile menu. */
export const LogoutButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation('account')
  return (
    <div className="flex flex-col border-t border-line pt-2">
      <Button variant="quiet" icon={<LogOut />} onClick={onClick} className={menuRowClass}>
        {t('logout')}
      </Button>
    </div>
  )
}
