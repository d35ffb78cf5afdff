import { Link } from '@tanstack/react-router'
import { BadgeCheck, LogOut, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { CopyButton } from '../../ui/copy-button'
import { Popover } from '../../ui/popover'
import { LanguageMenu } from './language-menu'
import { MemberLinks } from './member-links'
import { shortEmail } from './short-email'
import { ThemeMenu } from './theme-menu'

const displayName = ({ first_name, last_name, username }: User) =>
  first_name && last_name ? `${first_name} ${last_name}` : username

/** Who is signed in, and the way out (specification §2, profile menu). */
export const AccountMenu = ({ user }: { user: User }) => {
  const { t } = useTranslation('common')
  const [isOpen, setOpen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const askToLogOut = () => {
    setOpen(false)
    setConfirming(true)
  }
  return (
    <>
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        align="end"
        title={t('account.menu')}
        isTitleHidden
        closeLabel={t('close')}
        trigger={
          <button type="button" className="rounded-full" aria-label={t('account.menu')}>
            <Avatar name={displayName(user)} />
          </button>
        }
      >
        <AccountCard user={user} onLogout={askToLogOut} onFollow={() => setOpen(false)} />
      </Popover>
      <LogoutDialog isOpen={isConfirming} onOpenChange={setConfirming} />
    </>
  )
}

/** The full name leads to the reader's own competencies; who has none is shown by the username alone. */
const OwnName = ({ user, onFollow }: { user: User; onFollow: () => void }) => {
  const name = <bdi>{displayName(user)}</bdi>
  if (!user.first_name || !user.last_name) return name
  return (
    <Link to="/competencies/{-$userId}" params={{}} onClick={onFollow}>
      {name}
    </Link>
  )
}

interface AccountCardProps {
  user: User
  onLogout: () => void
  onFollow: () => void
}

const AccountCard = ({ user, onLogout, onFollow }: AccountCardProps) => {
  const { t } = useTranslation('common')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <p className="font-semibold">
          <OwnName user={user} onFollow={onFollow} />
        </p>
        <p className="text-sm text-muted">
          <bdi>{user.username}</bdi>
        </p>
      </div>
      <div className="flex items-center gap-2 text-sm">
        <bdi>{shortEmail(user.email)}</bdi>
        <CopyButton
          text={user.email}
          label={`${t('copy')}: ${user.email}`}
          copiedLabel={t('copied')}
          isIconOnly
          size="sm"
        />
      </div>
      {user.email_verified ? (
        <Badge tone="success" icon={<BadgeCheck aria-hidden />} className="self-start">
          {t('account.verified')}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<MailWarning aria-hidden />} className="self-start">
          {t('account.unverified')}
        </Badge>
      )}
      <div className="flex flex-col items-start gap-1 border-t border-line pt-3 md:hidden">
        <MemberLinks onFollow={onFollow} />
        <div className="flex gap-1">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </div>
      <Button icon={<LogOut aria-hidden />} isBlock onClick={onLogout}>
        {t('account.logout')}
      </Button>
    </div>
  )
}

interface LogoutDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const LogoutDialog = ({ isOpen, onOpenChange }: LogoutDialogProps) => {
  const { t } = useTranslation('common')
  const { session } = useSession()
  const [isPending, setPending] = useState(false)
  // The end of the session leads to login by the guards; a failed call is only logged (specification §7).
  const logout = () => {
    setPending(true)
    void session.logout()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('logout.title')}
      description={t('logout.text')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('logout.stay')}
      onConfirm={logout}
      isPending={isPending}
    />
  )
}
