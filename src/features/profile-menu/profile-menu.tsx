import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { lazyPart } from '../../i18n/lazy-part'
import { personName } from '../../lib/person-name'
import { workInHand } from '../../lib/work-in-hand'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Popover } from '../../ui/popover'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'

const LogoutDialog = lazyPart(() => import('./logout-dialog').then(part => part.LogoutDialog), 'account')

/** Comes with the dialog it leads to, so that a lost connection never stands between a person and the way out. */
const AccountPanel = lazyPart(
  () => Promise.all([import('./account-panel'), LogoutDialog.preload()]).then(([part]) => part.AccountPanel),
  'account',
)

/** Fetches what the menu holds before it is opened. */
export const preloadProfileMenu = AccountPanel.preload

interface ProfileMenuProps {
  user: User
  /** Called when the menu is about to be opened: time to fetch its code and that of its slots. */
  onWanted: () => void
  /** The button that saves the VPN configuration. */
  vpnConfig: ReactNode
  /** What the header has no room for on a narrow screen; gets what closes the menu. */
  overflow: (close: () => void) => ReactNode
  /** What a logout leaves running, as a line for the question before it. */
  logoutWarning?: ReactNode
}

/** Who is signed in, what they may change about it, and the way out (specification §2, profile menu). */
export const ProfileMenu = ({ user, onWanted, vpnConfig, overflow, logoutWarning }: ProfileMenuProps) => {
  const { t } = useTranslation('common')
  const [isOpen, setOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const usernameDraft = useRef<string | null>(null)
  useEffect(() => workInHand.add(() => usernameDraft.current !== null), [])
  const close = () => setOpen(false)
  const askToLogOut = () => {
    setOpen(false)
    setLeaving(true)
  }
  const rest = <div className="flex flex-col items-start gap-1 md:hidden">{overflow(close)}</div>
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
          <button
            type="button"
            className="rounded-full pointer-coarse:p-1.5"
            aria-label={t('account.menu')}
            onPointerEnter={onWanted}
            onFocus={onWanted}
          >
            <Avatar name={personName(user)} />
          </button>
        }
      >
        <SectionBoundary failed={retry => <FailedPanel retry={retry} overflow={rest} />}>
          <AccountPanel
            pending={<PendingPanel overflow={rest} />}
            user={user}
            usernameDraft={usernameDraft}
            vpnConfig={vpnConfig}
            overflow={rest}
            onFollow={close}
            onLogout={askToLogOut}
          />
        </SectionBoundary>
      </Popover>
      {isLeaving && (
        <SectionBoundary failed={() => null}>
          <LogoutDialog isOpen onOpenChange={setLeaving} warning={logoutWarning} />
        </SectionBoundary>
      )}
    </>
  )
}

/** The way to other pages is there at once, whatever becomes of the rest. */
const PendingPanel = ({ overflow }: { overflow: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <div className="flex flex-col gap-4">
      <SkeletonGroup label={t('loading')} className="flex flex-col gap-2">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-control" />
        <Skeleton className="h-control" />
      </SkeletonGroup>
      {overflow}
    </div>
  )
}

const FailedPanel = ({ retry, overflow }: { retry: () => void; overflow: ReactNode }) => {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <div className="flex flex-col gap-4">
      <SectionError
        title={t('crash', { ns: 'errors' })}
        action={
          <Button size="sm" onClick={retry}>
            {t('retry')}
          </Button>
        }
      />
      {overflow}
    </div>
  )
}
