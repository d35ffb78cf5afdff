import { lookAroundShell } from './group-1/linux/look-around-shell'
import type { ShellSeed } from './shell-types'

/** The host of a lab that has a terminal and no world of its own yet. */
export const spareShell: ShellSeed = {
  host: 'lab',
  address: '192.0.2.10',
  welcome: 'Debian GNU/Linux 13',
  files: {},
}

/** What stands inside of the labs, by task id. */
export const shellSeeds: ReadonlyMap<number, ShellSeed> = new Map([[104, lookAroundShell]])
