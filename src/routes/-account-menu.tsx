import type { ReactNode } from 'react'
import type { User } from '../api/schema.gen'
import { ProfileMenu, preloadProfileMenu } from '../features/profile-menu/profile-menu'
import { LabLogoutWarning } from './-lazy-lab'
import { LazyVpnConfig, preloadVpnConfig } from './-lazy-vpn-config'

/** Preloads the menu and its parts; a failure shows when the menu opens. */
export const preloadAccountMenu = (): Promise<unknown> =>
  Promise.allSettled([preloadProfileMenu(), preloadVpnConfig()])

interface AccountMenuProps {
  user: User
  overflow: (close: () => void) => ReactNode
}

/** The profile menu with the parts of other features. */
export const AccountMenu = (props: AccountMenuProps) => (
  <ProfileMenu
    {...props}
    onIntent={preloadAccountMenu}
    vpnConfig={<LazyVpnConfig />}
    logoutWarning={<LabLogoutWarning />}
  />
)
