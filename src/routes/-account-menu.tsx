import type { ReactNode } from 'react'
import type { User } from '../api/schema.gen'
import { ProfileMenu, preloadProfileMenu } from '../features/profile-menu/profile-menu'
import { LabLogoutWarning } from './-lab-parts'
import { preloadVpnConfig, VpnConfigPart } from './-vpn-config-part'

/** Fetches the code and words of the menu and its slots; a failure is told when the menu is opened. */
export const preloadAccountMenu = (): Promise<unknown> =>
  Promise.allSettled([preloadProfileMenu(), preloadVpnConfig()])

interface AccountMenuProps {
  user: User
  overflow: (close: () => void) => ReactNode
}

/** The profile menu with what other features put into it. */
export const AccountMenu = (props: AccountMenuProps) => {
  return (
    <ProfileMenu
      {...props}
      onWanted={preloadAccountMenu}
      vpnConfig={<VpnConfigPart />}
      logoutWarning={<LabLogoutWarning />}
    />
  )
}
