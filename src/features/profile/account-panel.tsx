import { Link } from '@tanstack/react-router'
import { BadgeCheck, Check, KeyRound, MailWarning, Pencil } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../packages/contract/schema.gen'
import { useOnChange } from '../../lib/hooks'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { IconButton } from '../../ui/icon-button'
import { menuRowClass } from '../../ui/menu-row'
import { Tooltip } from '../../ui/tooltip'
import { VerifyEmailActions } from '../auth/public'
import { LazyVpnConfig } from '../vpn/public'
import { PasswordForm, UsernameForm } from './account-forms'
import { shortEmail } from './account-model'

interface AccountPanelProps {
  user: User
  /** The unsaved username of the last time the menu was open. */
  usernameDraft: RefObject<string | null>
  onNavigate: () => void
  /** Whether a form is open: it has the menu for itself. */
  onEdit: (isEditing: boolean) => void
}

/** Name, email, password and VPN in the profile menu, or one of its forms; lazy. */
export const AccountPanel = ({ user, usernameDraft, onNavigate, onEdit }: AccountPanelProps) => {
  const { t } = useTranslation('account')
  const modes = useEditMode(user.email_verified, usernameDraft.current === null ? null : 'username')
  const { mode } = modes
  useLayoutEffect(() => {
    onEdit(mode !== null)
    return () => onEdit(false)
  }, [mode, onEdit])
  if (mode === 'username')
    return (
      <EditView title={t('username.edit')}>
        <UsernameForm
          user={user}
          draft={usernameDraft}
          onLeave={isSaved => modes.leave('username', isSaved)}
        />
      </EditView>
    )
  if (mode === 'password')
    return (
      <EditView title={t(user.no_password ? 'password.set' : 'password.change')}>
        <PasswordForm user={user} onLeave={isSaved => modes.leave('password', isSaved)} />
      </EditView>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <OwnName user={user} onNavigate={onNavigate} />
        <UsernameLine user={user} modes={modes} />
        {modes.saved === 'username' && <SavedNote>{t('saved')}</SavedNote>}
        <EmailLine user={user} />
      </div>
      {!user.email_verified && (
        <div className="flex flex-col gap-2">
          <p className="text-sm">{t('unverifiedText')}</p>
          <VerifyEmailActions variant="menu" />
        </div>
      )}
      <div className="flex flex-col gap-1 border-t border-line pt-2">
        <PasswordRow user={user} modes={modes} />
        <LazyVpnConfig isInMenu />
      </div>
    </div>
  )
}

const EditView = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3">
    <p className="font-semibold">{title}</p>
    {children}
  </div>
)

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
          <bdi translate="no">{name}</bdi>
        </Link>
      ) : (
        <bdi translate="no">{name}</bdi>
      )}
    </p>
  )
}

const PasswordRow = ({ user, modes }: { user: User; modes: EditModes }) => {
  const { t } = useTranslation('account')
  return (
    <>
      <Button
        ref={modes.openers.password}
        variant="quiet"
        icon={<KeyRound />}
        className={menuRowClass}
        onClick={() => modes.enter('password')}
        disabledReason={user.email_verified ? '' : t('onlyVerified')}
        reasonPlacement="hidden"
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
    <Check className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

/** The username and its edit button, which needs a verified email address. */
const UsernameLine = ({ user, modes }: { user: User; modes: EditModes }) => {
  const { t } = useTranslation('account')
  return (
    <div className="flex items-center gap-1">
      <bdi translate="no" className="line-clamp-3 min-w-0 wrap-anywhere text-sm text-muted">
        {user.username}
      </bdi>
      <IconButton
        ref={modes.openers.username}
        size="sm"
        label={t('username.edit')}
        icon={<Pencil />}
        onClick={() => modes.enter('username')}
        disabledReason={user.email_verified ? '' : t('onlyVerified')}
      />
    </div>
  )
}

/** Touch screens have no tooltips, so the copy button has the whole address; shown if copying fails. */
const EmailLine = ({ user }: { user: User }) => {
  const { t } = useTranslation('account')
  const [showsAll, setShowsAll] = useState(false)
  // Responses may not match the types.
  const email = user.email ?? ''
  const short = showsAll ? email : shortEmail(email)
  const text = (
    <bdi translate="no" className="min-w-0 wrap-anywhere">
      {short}
    </bdi>
  )
  return (
    <div className="flex flex-col items-start gap-1">
      {email && (
        <div className="flex max-w-full items-center gap-1 text-sm">
          {short === email ? (
            text
          ) : (
            <Tooltip content={email} isDescription={false}>
              {text}
            </Tooltip>
          )}
          <CopyButton
            text={email}
            label={t('email.copy', { email })}
            copiedLabel={t('email.copied')}
            onResult={isCopied => !isCopied && setShowsAll(true)}
            isIconOnly
          />
        </div>
      )}
      {user.email_verified ? (
        <Badge tone="success" icon={<BadgeCheck />}>
          {t('verified')}
        </Badge>
      ) : (
        <Badge tone="danger" isSolid icon={<MailWarning />}>
          {t('unverified')}
        </Badge>
      )}
    </div>
  )
}

type EditMode = 'username' | 'password'
type EditModes = ReturnType<typeof useEditMode>

/** Which form is open, never both. Editing needs a verified email address (`isAllowed`). */
const useEditMode = (isAllowed: boolean, initial: EditMode | null) => {
  const [mode, setMode] = useState(initial)
  const [saved, setSaved] = useState<EditMode | null>(null)
  const openers = {
    username: useRef<HTMLButtonElement>(null),
    password: useRef<HTMLButtonElement>(null),
  }
  // Back to the button that opened the form.
  useOnChange(mode, left => {
    if (mode === null && left) openers[left].current?.focus()
  })
  return {
    mode: isAllowed ? mode : null,
    /** The form that was just saved. */
    saved,
    enter: (next: EditMode) => {
      if (!isAllowed) return
      setSaved(null)
      setMode(next)
    },
    leave: (left: EditMode, isSaved: boolean) => {
      if (isSaved) setSaved(left)
      setMode(current => (current === left ? null : current))
    },
    /** The buttons that open the forms; focus returns to them. */
    openers,
  }
}
