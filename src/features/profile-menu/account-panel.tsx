import { Link } from '@tanstack/react-router'
import { Check, KeyRound, LogOut } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { Button } from '../../ui/button'
import { EmailLine } from './email-line'
import { PasswordForm } from './password-form'
import { type EditModes, useEditMode } from './use-edit-mode'
import { UsernameForm } from './username-form'
import { UsernameLine } from './username-line'

interface AccountPanelProps {
  user: User
  /** The username that was typed and not saved when the menu was closed. */
  usernameDraft: RefObject<string | null>
  /** The button that saves the VPN configuration. */
  vpnConfig: ReactNode
  overflow: ReactNode
  onFollow: () => void
  onLogout: () => void
}

/** What the profile menu holds (specification §2); fetched when the menu is first wanted. */
export const AccountPanel = ({ user, usernameDraft, vpnConfig, overflow, ...on }: AccountPanelProps) => {
  const { t } = useTranslation('account')
  const modes = useEditMode(user.email_verified, usernameDraft.current === null ? null : 'username')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <OwnName user={user} onFollow={on.onFollow} />
        {modes.mode === 'username' ? (
          <UsernameForm
            user={user}
            draft={usernameDraft}
            onLeave={isSaved => modes.leave('username', isSaved)}
          />
        ) : (
          <UsernameLine user={user} modes={modes} />
        )}
        {modes.saved === 'username' && <SavedNote>{t('saved')}</SavedNote>}
        <EmailLine user={user} />
      </div>
      <div className="flex flex-col gap-2">
        <PasswordSection user={user} modes={modes} />
        {vpnConfig}
      </div>
      {overflow}
      <div className="border-t border-line pt-4">
        <Button icon={<LogOut className="size-4" aria-hidden />} isBlock onClick={on.onLogout}>
          {t('logout')}
        </Button>
      </div>
    </div>
  )
}

/** First and last name lead to the reader's own competencies when both exist (specification §2, profile menu). */
const OwnName = ({ user, onFollow }: { user: User; onFollow: () => void }) => {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  if (!name) return null
  return (
    // The room around the words keeps the link's focus ring from being cut off.
    <p className="-m-1 line-clamp-3 p-1 font-semibold wrap-anywhere">
      {user.first_name && user.last_name ? (
        <Link
          to="/competencies/{-$userId}"
          params={{ userId: undefined } as { userId?: never }}
          onClick={onFollow}
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </p>
  )
}

const PasswordSection = ({ user, modes }: { user: User; modes: EditModes }) => {
  const { t } = useTranslation('account')
  if (modes.mode === 'password')
    return <PasswordForm user={user} onLeave={isSaved => modes.leave('password', isSaved)} />
  return (
    <>
      <Button
        ref={modes.openers.password}
        icon={<KeyRound className="size-4" aria-hidden />}
        isBlock
        onClick={() => modes.enter('password')}
        {...(!user.email_verified && { disabledReason: t('onlyVerified') })}
      >
        {user.no_password ? t('password.set') : t('password.change')}
      </Button>
      {modes.saved === 'password' && <SavedNote>{t('password.saved')}</SavedNote>}
    </>
  )
}

/** Seen here; heard once by the announcer. */
const SavedNote = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1 text-xs text-success-text">
    <Check className="size-4 shrink-0" aria-hidden />
    {children}
  </p>
)
