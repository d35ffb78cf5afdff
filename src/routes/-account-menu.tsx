import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../api/schema.gen'
import { ProfileMenu, preloadProfileMenu } from '../features/profile-menu/profile-menu'
import { lazyPart } from '../i18n/lazy-part'
import { Button } from '../ui/button'
import { SectionBoundary } from '../ui/section-boundary'
import { Skeleton } from '../ui/skeleton'

const VpnConfigButton = lazyPart(
  () => import('../features/vpn-config/vpn-config-button').then(part => part.VpnConfigButton),
  'account',
)

/** Fetches the code and words of the menu and its slots; a failure is told when the menu is opened. */
export const preloadAccountMenu = (): Promise<unknown> =>
  Promise.allSettled([preloadProfileMenu(), VpnConfigButton.preload()])

interface AccountMenuProps {
  user: User
  overflow: (close: () => void) => ReactNode
}

/** The profile menu with what other features put into it. */
export const AccountMenu = (props: AccountMenuProps) => {
  const { t } = useTranslation('common')
  return (
    <ProfileMenu
      {...props}
      onWanted={preloadAccountMenu}
      vpnConfig={
        <SectionBoundary failed={retry => <Button onClick={retry}>{t('retry')}</Button>}>
          <VpnConfigButton isBlock pending={<Skeleton className="h-control" />} />
        </SectionBoundary>
      }
    />
  )
}
