import { capabilitiesShell } from './group-1/linux/capabilities-shell'
import { lookAroundShell } from './group-1/linux/look-around-shell'
import { scheduledJobShell } from './group-1/linux/scheduled-job-shell'
import { setuidHelperShell } from './group-1/linux/setuid-helper-shell'
import { sudoRulesShell } from './group-1/linux/sudo-rules-shell'
import { defaultCommunityShell } from './group-1/network/default-community-shell'
import { portScanShell } from './group-1/network/port-scan-shell'
import { zoneTransferShell } from './group-1/network/zone-transfer-shell'
import { firstLoginShell } from './group-2/systems/first-login-shell'
import { setuidWrapperShell } from './group-2/systems/setuid-wrapper-shell'
import { lettersShell, modesShell } from './group-4/basics-shells'
import type { ShellSeed } from './shell-types'

/** The host of a lab that has a terminal and no database of its own yet. */
export const spareShell: ShellSeed = {
  host: 'lab',
  address: '192.0.2.10',
  welcome: 'Debian GNU/Linux 13',
  files: {},
}

/** What stands inside of the labs, by task id. */
export const shellSeeds: ReadonlyMap<number, ShellSeed> = new Map([
  [104, lookAroundShell],
  [130, portScanShell],
  [131, zoneTransferShell],
  [133, defaultCommunityShell],
  [135, sudoRulesShell],
  [136, setuidHelperShell],
  [137, scheduledJobShell],
  [139, capabilitiesShell],
  [208, firstLoginShell],
  [209, setuidWrapperShell],
  [401, lettersShell],
  [402, modesShell],
])
