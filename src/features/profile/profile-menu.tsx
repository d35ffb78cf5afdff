import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../packages/contract/schema.gen'
import { getDisplayName } from '../../api/display-name'
import { lazyComponent } from '../../i18n/lazy-component'
import { useSubscription } from '../../lib/hooks'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { Popover } from '../../ui/popover'
import { SectionError } from '../../ui/section-error'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { preloadVpnConfig } from '../vpn/public'

const LogoutDialog = lazyComponent(() => import('./logout-dialog').then(part => part.LogoutDialog), 'account')

const LogoutButton = lazyComponent(() => import('./logout-dialog').then(part => part.LogoutButton), 'account')

/** Loaded together with the logout, so that it works offline. */
const AccountPanel = lazyComponent(
  () =>
    Promise.all([import('./account-panel'), LogoutDialog.preload(), LogoutButton.preload()]).then(
      ([part]) => part.AccountPanel,
    ),
  'account',
)

/** Preloads the menu and its parts; a failure shows when the menu opens. */
export const preloadProfileMenu = (): Promise<unknown> =>
  Promise.allSettled([AccountPanel.preload(), preloadVpnConfig()])

const columnClass = 'flex flex-col gap-4'

interface ProfileMenuProps {
  user: User
  /** Header content that does not fit on narrow screens; gets a function that closes the menu. */
  overflow: (close: () => void) => ReactNode
}

/** The signed-in user, account settings and logout. */
export const ProfileMenu = ({ user, overflow }: ProfileMenuProps) => {
  const { t } = useTranslation(['common', 'errors'])
  // Password managers lead to the form of a new password by `/.well-known/change-password`.
  const isAsked = useLocation({ select: ({ hash }) => hash === 'account' })
  const [isOpen, setOpen] = useState(isAsked)
  const [isEditing, setEditing] = useState(false)
  const [isLoggingOut, setLoggingOut] = useState(false)
  const usernameDraft = useRef<string | null>(null)
  useSubscription(unsavedChanges.add, () => usernameDraft.current !== null)
  const close = () => setOpen(false)
  const confirmLogout = () => {
    setOpen(false)
    setLoggingOut(true)
  }
  const rest = (
    <div className="border-t border-line pt-2 md:hidden">
      <div className="-ml-3 flex flex-col items-start [&_button]:-ml-1">{overflow(close)}</div>
    </div>
  )
  return (
    <>
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        align="end"
        title={t('account.menu')}
        isTitleHidden
        closeLabel={t('close')}
        preserveKey={t('account.menu')}
        trigger={
          <button
            type="button"
            className="rounded-full pointer-coarse:p-1.5"
            aria-label={t('account.menu')}
            onPointerEnter={preloadProfileMenu}
            onFocus={preloadProfileMenu}
          >
            <Avatar name={getDisplayName(user)} />
          </button>
        }
      >
        <ErrorBoundary
          fallback={retry => (
            <div className={columnClass}>
              <SectionError
                title={t('crash', { ns: 'errors' })}
                action={
                  <Button size="sm" onClick={retry}>
                    {t('retry')}
                  </Button>
                }
              />
              {rest}
            </div>
          )}
        >
          <div className={columnClass}>
            <AccountPanel
              pending={
                <SkeletonGroup label={t('loading')} className="flex flex-col gap-2">
                  <Skeleton className="h-6 w-2/3" />
                  <Skeleton className="h-6 w-1/2" />
                  <Skeleton className="h-control" />
                  <Skeleton className="h-control" />
                </SkeletonGroup>
              }
              user={user}
              usernameDraft={usernameDraft}
              onNavigate={close}
              onEdit={setEditing}
            />
            {/* Outside the lazy panel, so that a press or focus is not lost when the panel arrives. */}
            {!isEditing && rest}
            {!isEditing && <LogoutButton onClick={confirmLogout} />}
          </div>
        </ErrorBoundary>
      </Popover>
      {isLoggingOut && (
        <ErrorBoundary fallback={() => null}>
          <LogoutDialog isOpen onOpenChange={setLoggingOut} />
        </ErrorBoundary>
      )}
    </>
  )
}
