import { Link } from '@tanstack/react-router'
import { Check, KeyRound, LogOut, Pencil } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { EmailLine } from './email-line'
import { PasswordForm } from './password-form'
import { type EditModes, useEditMode } from './use-edit-mode'
import { UsernameForm } from './username-form'

interface AccountPanelProps {
  user: User
  /** The unsaved username of the last time the menu was open. */
  usernameDraft: RefObject<string | null>
  vpnConfig: ReactNode
  overflow: ReactNode
  onNavigate: () => void
  onLogout: () => void
}

/** Content of the profile menu; lazy. */
export const AccountPanel = ({ user, usernameDraft, vpnConfig, overflow, ...on }: AccountPanelProps) => {
  const { t } = useTranslation('account')
  const modes = useEditMode(user.email_verified, usernameDraft.current === null ? null : 'username')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <OwnName user={user} onNavigate={on.onNavigate} />
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

/** The full name links to the own competencies; a partial one does not. */
const OwnName = ({ user, onNavigate }: { user: User; onNavigate: () => void }) => {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  if (!name) return null
  return (
    // Keeps the link's focus ring from being clipped.
    <p className="-m-1 line-clamp-3 p-1 font-semibold wrap-anywhere">
      {user.first_name && user.last_name ? (
        <Link
          to="/competencies/{-$userId}"
          params={{ userId: undefined } as { userId?: never }}
          onClick={onNavigate}
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

/** Visual only: it is announced separately. */
const SavedNote = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1 text-xs text-success-text">
    <Check className="size-4 shrink-0" aria-hidden />
    {children}
  </p>
)

interface UsernameLineProps {
  user: User
  modes: EditModes
}

/** The username and its edit button, which needs a verified email address. */
const UsernameLine = ({ user, modes }: UsernameLineProps) => {
  const { t } = useTranslation('account')
  return (
    <div>
      <div className="flex items-center gap-1">
        <bdi className="line-clamp-3 min-w-0 wrap-anywhere text-sm text-muted">{user.username}</bdi>
        <IconButton
          ref={modes.openers.username}
          size="sm"
          label={t('username.edit')}
          icon={<Pencil className="size-4" aria-hidden />}
          onClick={() => modes.enter('username')}
          {...(!user.email_verified && { disabledReason: t('onlyVerified') })}
        />
      </div>
      {!user.email_verified && (
        // Visible text for touch screens; the button has the same description.
        <p aria-hidden className="text-xs text-muted">
          {t('onlyVerified')}
        </p>
      )}
    </div>
  )
}
